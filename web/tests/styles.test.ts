/** Breakpoints and colours have names. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { BREAKPOINTS } from "../src/lib/ui/breakpoints.ts";

const components = import.meta.glob<string>("../src/**/*.svelte", { query: "?raw", import: "default", eager: true });
const page = readFileSync("src/app.css", "utf-8"); // an import of a style would be empty here
const styleOf = (component: string): string => /<style>([^]*)<\/style>/.exec(component)?.[1] ?? "";
const styles = [["app.css", page], ...Object.entries(components).map(([path, text]) => [path, styleOf(text)])] as const;
const found = (what: RegExp): string[] =>
  styles.flatMap(([path, style]) => [...style!.matchAll(what)].map(([text]) => `${path}: ${text}`));

it("media queries name the size of the screen", () => {
  const asked = found(/@media [^{]*/g);
  expect(asked.length).toBeGreaterThan(40);
  expect(asked.filter((query) => /(width|height): /.test(query))).toEqual([]);
  const names = asked.flatMap((query) => [...query.matchAll(/--([\w-]+)/g)].map((match) => match[1]!));
  expect([...new Set(names)].sort()).toEqual(Object.keys(BREAKPOINTS).sort());
});

it("a colour is written only where it gets its name", () => {
  expect(found(/^(?! *--[\w-]+: ).*#[\da-f]{3,8}\b.*$/gim)).toEqual([]);
});

it("every colour that is used has a name somewhere", () => {
  const all = [page, ...Object.values(components)].join("\n");
  const known = new Set([...all.matchAll(/(--[\w-]+)(?::|=)/g)].map((match) => match[1]!));
  const used = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map((match) => match[1]!));
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});
