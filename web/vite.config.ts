import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `import parts from "$parts/<game>/parts.toml"`: the rules, the art and the docs read the same components. */
const toml: Plugin = {
  name: "toml",
  transform: (text, id) => (id.endsWith(".toml") ? { code: `export default ${JSON.stringify(parse(text))}`, map: null } : null),
};

export default defineConfig({
  plugins: [toml, svelte()],
  resolve: {
    alias: { $lib: here("./src/lib"), $parts: here("../src/tablee/games") },
    ...(process.env.VITEST && { conditions: ["browser"] }),
  },
  build: { outDir: here("../src/tablee/server/static"), emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: [here("..")] },
    proxy: Object.fromEntries(
      ["/api", "/healthz"].map((path) => [path, { target: process.env.TABLEE_SERVER ?? "http://127.0.0.1:8765", ws: true }]),
    ),
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
