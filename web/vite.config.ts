import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
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

const built = here("../src/tablee/server/static");

/** Compresses what was built, once and as well as possible; the server only picks the file that a browser accepts. */
const compress: Plugin = {
  name: "compress",
  apply: "build",
  closeBundle: () => {
    for (const name of readdirSync(built, { recursive: true, encoding: "utf-8" })) {
      if (!/\.(css|html|js|svg|webmanifest)$/.test(name)) continue;
      const [file, data] = [`${built}/${name}`, readFileSync(`${built}/${name}`)];
      const smaller = { br: brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }), gz: gzipSync(data, { level: 9 }) };
      for (const [suffix, packed] of Object.entries(smaller)) if (packed.length < data.length) writeFileSync(`${file}.${suffix}`, packed);
    }
  },
};

export default defineConfig({
  plugins: [toml, svelte(), compress],
  resolve: {
    alias: { $lib: here("./src/lib"), $parts: here("../src/tablee/games") },
    ...(process.env.VITEST && { conditions: ["browser"] }),
  },
  build: { outDir: built, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: {
    fs: { allow: [here("..")] },
    proxy: Object.fromEntries(
      ["/api", "/healthz"].map((path) => [path, { target: process.env.TABLEE_SERVER ?? "http://127.0.0.1:8765", ws: true }]),
    ),
  },
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"] },
});
