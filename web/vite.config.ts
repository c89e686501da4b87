import { svelte } from "@sveltejs/vite-plugin-svelte";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import customMedia from "postcss-custom-media";
import { parse } from "smol-toml";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BREAKPOINTS } from "./src/lib/ui/breakpoints.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `import parts from "$parts/<game>/parts.toml"`: the rules, the art and the docs read the same components. */
const toml: Plugin = {
  name: "toml",
  transform: (text, id) => (id.endsWith(".toml") ? { code: `export default ${JSON.stringify(parse(text))}`, map: null } : null),
};

const built = here("../src/tablee/server/static");

/** Files find each other by relative paths, so that a static site can lie in any folder; but the page of a server has many paths. */
const fromRoot: Plugin = {
  name: "from-root",
  apply: "build",
  closeBundle: () => writeFileSync(`${built}/index.html`, readFileSync(`${built}/index.html`, "utf-8").replaceAll('="./', '="/')),
};

/** The service worker, with the files it keeps. `tablee site` writes these lines again, with more files. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  closeBundle: () => {
    const names = readdirSync(built, { recursive: true, encoding: "utf-8" }).filter((name) => name.includes("."));
    const files = names
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => !/^index\.html$|\.(br|gz)$/.test(name))
      .sort();
    const digest = createHash("sha256");
    for (const name of ["index.html", ...files]) digest.update(readFileSync(`${built}/${name}`));
    const lines = { FILES: ["./", ...files.map((name) => `./${name}`)], VERSION: digest.digest("hex").slice(0, 16) };
    let code = readFileSync(here("./src/sw.js"), "utf-8");
    for (const [name, value] of Object.entries(lines))
      code = code.replace(new RegExp(`^const ${name} = .*$`, "m"), `const ${name} = ${JSON.stringify(value)};`);
    writeFileSync(`${built}/sw.js`, code);
  },
};

/** Compresses what was built, once and as well as possible; the server only picks the file that a browser accepts. */
const compress: Plugin = {
  name: "compress",
  apply: "build",
  closeBundle: () => {
    for (const name of readdirSync(built, { recursive: true, encoding: "utf-8" })) {
      if (!/\.(css|html|js|svg|webmanifest)$/.test(name)) continue;
      const [file, data] = [`${built}/${name}`, readFileSync(`${built}/${name}`)];
      const smaller = {
        br: brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }),
        gz: gzipSync(data, { level: 9 }),
      };
      for (const [suffix, packed] of Object.entries(smaller))
        if (packed.length < data.length) writeFileSync(`${file}.${suffix}`, packed);
    }
  },
};

/** Every style knows the breakpoints by their names. */
const names = Object.entries(BREAKPOINTS).map(([name, query]) => ({ name: "custom-media", params: `--${name} ${query}` }));
const breakpoints = {
  postcssPlugin: "breakpoints",
  Once: (root: { prepend(...rules: typeof names): unknown }) => void root.prepend(...names),
};

export default defineConfig({
  base: "./",
  plugins: [toml, svelte(), fromRoot, offline, compress],
  resolve: {
    alias: { $lib: here("./src/lib"), $parts: here("../src/tablee/games"), $kit: here("../src/tablee/kit") },
    ...(process.env.VITEST && { conditions: ["browser"] }),
  },
  css: { postcss: { plugins: [breakpoints, customMedia()] } },
  worker: { format: "es" },
  build: {
    outDir: built,
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // what the page starts with is one file: however it is shared with later parts, it is not cut into pieces
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } } },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: Object.fromEntries(
      ["/api", "/healthz"].map((path) => [path, { target: process.env.TABLEE_SERVER ?? "http://127.0.0.1:8765", ws: true }]),
    ),
  },
  // tests clean up after themselves: a page of its own for each file would take twice the time
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], isolate: false },
});
