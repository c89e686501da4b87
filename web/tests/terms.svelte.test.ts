import { FluentBundle, FluentResource } from "@fluent/bundle";
import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";
import type { GameInfo } from "../src/lib/generated/wire.ts";
import { termsOf } from "../src/lib/state/terms.ts";
import { Words } from "../src/lib/state/words.ts";
import TermFields from "../src/lib/ui/TermFields.svelte";
import { bounds, usualRange } from "../src/pages/box/tools.ts";

const time = (name: string, usual: number, per_second: number) => ({
  name,
  default: usual,
  choices: [],
  low: per_second,
  high: 60 * per_second,
  per_second,
});
const game = {
  id: "ultim-limit",
  options: [time("glass_from", 280, 10), time("glass_to", 320, 10), time("roll_gap", 500, 1000)],
} as unknown as GameInfo;

it("takes times in seconds, whatever the game counts in", () => {
  const bundle = new FluentBundle("en");
  bundle.addResource(new FluentResource("option-glass_from = Shortest"));
  const props = $state({ game, words: new Words("en", bundle), terms: termsOf(game), bots: false, listed: false, alone: false });
  const form = mount(TermFields, { target: document.body, props });
  flushSync();
  const field = document.querySelector<HTMLInputElement>("[name=glass_from]")!;
  expect([field.value, field.min, field.max, field.step, field.parentElement!.textContent?.trim()]).toEqual([
    "28",
    "1",
    "60",
    "0.1",
    "Shortest (s)",
  ]);
  for (const [text, value] of [
    ["27.5", 275],
    ["", undefined],
    ["9", 90],
  ] as const) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect([props.terms.options.glass_from, field.value]).toEqual([value, text]);
  }
  expect(document.querySelector<HTMLInputElement>("[name=roll_gap]")!.value).toBe("0.5");
  void unmount(form);
});

it("gives the same unit to the sand timer beside the box", () => {
  expect([usualRange(game, "glass"), bounds(game, "glass")]).toEqual([{ from: 280, to: 320, unit: 100, open: false }, [10, 600]]);
});
