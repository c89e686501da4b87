import { describe, expect, it, vi } from "vitest";
import type { GameInfo } from "../src/lib/generated/wire.ts";
import { api } from "../src/lib/net/api.ts";
import { fileOf } from "../src/games/files.ts";
import Element from "../src/games/Element.svelte";
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
    for (const part of ["glance", "item", "counted"] as const)
      expect(await partOf<unknown>(manifest[part])).toEqual(part in manifest ? expect.any(Function) : null);
    expect(await tableOf(game)).not.toBe(Generic);
    expect((await entryOf(game))?.asks).toEqual(expect.any(Array));
  });
});

/** An installed game with these files in its package. */
const install = (...files: string[]): void =>
  void vi.spyOn(api, "games").mockResolvedValue([{ id: "toy", files } as unknown as GameInfo]);

it("plays a game without a manifest at the generic table", async () => {
  install();
  expect(games).not.toContain("toy");
  expect(await tableOf("toy")).toBe(Generic);
  expect(await entryOf("toy")).toBeNull();
});

it("finds the files of a game's package", async () => {
  install("game-files/toy/0123456789abcdef/cover.svg");
  expect(await fileOf("toy", "cover.svg")).toBe(new URL("/game-files/toy/0123456789abcdef/cover.svg", document.baseURI).href);
  expect(await fileOf("toy", "table.js")).toBeNull();
  expect(await fileOf("other", "cover.svg")).toBeNull();
  vi.spyOn(api, "games").mockRejectedValue(new Error("offline"));
  expect(await fileOf("toy", "cover.svg")).toBeNull();
});

it("plays at the generic table if a package's own does not work", async () => {
  const told = vi.spyOn(console, "error").mockReturnValue();
  install("data:text/javascript,//table.js"); // it defines no element
  expect(await tableOf("toy")).toBe(Generic);
  expect(String(told.mock.calls[0]![1])).toContain("tablee-toy");
  customElements.define("tablee-toy", class extends HTMLElement {});
  expect(await tableOf("toy")).toBe(Element);
});
