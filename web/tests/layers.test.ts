/** Imports point one way: each layer may use those before it, and a file those of its own layer. */
import { expect, it } from "vitest";

const LAYERS = ["lib/generated", "lib/net", "lib/state", "lib/ui", "lib/tiles", "games", "pages", "."];
const code = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts", "!../src/**/*.d.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The place of a file's layer. What starts the page, beside the folders, comes last. */
const layerOf = (path: string): number =>
  LAYERS.findIndex((layer) => path.startsWith(`${layer}/`) || (layer === "." && !path.includes("/")));

/** Paths in imports of any kind: static or dynamic, of types or values, globs, workers. Those of packages and components are left out. */
function imported(path: string, text: string): string[] {
  const found = [
    ...text.matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\bglob(?:<[^>]*>+)?\(\[?|new URL\()\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`]+)["'`]/g,
    ),
  ].map((match) => match[1]!);
  return found.flatMap((name) => {
    if (name.startsWith("$lib/")) return [name.slice(1)];
    return name.startsWith(".") ? [new URL(name, `http://src/${path}`).pathname.slice(1)] : [];
  });
}

const files = Object.entries(code).map(([path, text]) => [path.replace("../src/", ""), text] as const);
const all = files.flatMap(([path, text]) => imported(path, text).map((name) => ({ path, name })));

it("every file is in a layer, and imports are found", () => {
  expect(files.filter(([path]) => layerOf(path) < 0).map(([path]) => path)).toEqual([]);
  expect(all.length).toBeGreaterThan(600);
});

it("no layer imports a later one", () => {
  const texts = (name: string): boolean => name.startsWith("words/");
  const wrong = all.filter(({ path, name }) => !texts(name) && (layerOf(name) < 0 || layerOf(name) > layerOf(path)));
  expect(wrong.map(({ path, name }) => `${path} imports ${name}`)).toEqual([]);
});

it("games know nothing of each other", () => {
  const gameOf = (path: string): string | undefined => /^games\/([\w-]+)\//.exec(path)?.[1];
  const wrong = all.filter(({ path, name }) => gameOf(path) && gameOf(name) && gameOf(path) !== gameOf(name));
  expect(wrong).toEqual([]);
});
