import { describe, expect, it } from "vitest";
import Generic from "../src/games/generic/Table.svelte";
import { entryOf, type Manifest, manifestOf, partOf, tableOf } from "../src/games/manifest.ts";

const files = Object.keys(import.meta.glob("../src/games/*/*.{svelte,ftl}"));
const games = [...new Set(files.map((path) => path.split("/")[3]!))].filter((game) => game !== "generic");
const PARTS = { table: "Table", beside: "Beside", glance: "Glance", item: "Item", counted: "Counted", entry: "Entry" } as const;

describe.each(games)("the manifest of %s", (game) => {
  const manifest: Manifest = manifestOf(game);

  it.each(Object.entries(PARTS))("has a %s if there is a file of that name", (part, file) => {
    expect(part in manifest).toBe(files.includes(`../src/games/${game}/${file}.svelte`));
  });

  it("has an illustration, texts in both languages, and parts that can be loaded", async () => {
    expect(manifest.Art).toBeDefined();
    expect(await partOf(manifest.words?.en)).toContain("web-");
    expect(await partOf(manifest.words?.fr)).toContain("web-");
    for (const part of ["beside", "glance", "item", "counted"] as const)
      expect(await partOf<unknown>(manifest[part])).toEqual(part in manifest ? expect.any(Function) : null);
    expect(await tableOf(game)).not.toBe(Generic);
    expect((await entryOf(game))?.asks).toEqual(expect.any(Array));
  });
});

it("plays a game without a manifest at the generic table", async () => {
  expect(games).not.toContain("toy");
  expect(await tableOf("toy")).toBe(Generic);
  expect(await entryOf("toy")).toBeNull();
});
