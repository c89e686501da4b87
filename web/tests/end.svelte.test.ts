/** What the screens at the end of a game say. */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import easyStrings from "../../src/tablee/games/take_it_easy/strings.en.ftl?raw";
import limitStrings from "../../src/tablee/games/take_it_to_the_limit/strings.fr.ftl?raw";
import Counted from "../src/games/take-it-to-the-limit/Counted.svelte";
import limitWords from "../src/games/take-it-to-the-limit/fr.ftl?raw";
import type { SheetRow } from "../src/lib/generated/wire.ts";
import { app } from "../src/lib/state/app.svelte.ts";
import { sheetOf } from "../src/lib/state/sheet.ts";
import { Words } from "../src/lib/state/words.ts";
import Boards from "../src/pages/table/end/Boards.svelte";
import Ceremony from "../src/pages/table/end/Ceremony.svelte";
import Count from "../src/pages/table/end/Count.svelte";
import english from "../src/words/en.ftl?raw";
import french from "../src/words/fr.ftl?raw";
import { INFO, row, SNAPSHOT } from "./fakes.ts";

let close: () => void = () => {};
afterEach(() => close());

function wordsOf(lang: "en" | "fr", ...texts: string[]): Words {
  const bundle = new FluentBundle(lang, { useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text), { allowOverrides: true });
  return new Words(lang, bundle, ["Ada", "Bo"], 0);
}

function show(shown: Record<string, unknown>): void {
  close = () => void unmount(shown);
  flushSync();
}

const text = (selector: string): string =>
  document
    .querySelector(selector)
    ?.textContent?.replace(/[ \n]+/g, " ")
    .trim() ?? "";

it("a dialog with larger boards has the title of what was tapped", () => {
  const board = { name: "board", text: String(SNAPSHOT.public[2]!.value), lines: [] };
  const best = { boards: [{ name: "board", value: board.text, shape: "hex" as const }], rows: [], points: 200, bound: 200 };
  app.words = wordsOf("en", english);
  const over = { scores: [9, 12], places: [2, 1] };
  const possible = "Best possible with these tiles: 200";
  show(
    mount(Boards, {
      target: document.body,
      props: {
        shown: { ...SNAPSHOT, timerAt: 0, here: null },
        over,
        seat: 0,
        board,
        insights: { best },
        possible,
        words: app.words,
      },
    }),
  );
  const titles = [...document.querySelectorAll<HTMLElement>("section > button")].map((button) => {
    button.click();
    flushSync();
    const title = text("dialog h2");
    document.querySelector<HTMLElement>("dialog button")!.click();
    flushSync();
    return title;
  });
  expect(titles).toEqual([possible, "The same tiles on other boards"]);
});

it("a line is the number of its tiles times their value, in the count as in the result", () => {
  const rows = [{ what: { id: "line", args: { direction: "rising", length: 4, value: 9 } }, points: 36, cells: ["a1"] }];
  const shown = { ...SNAPSHOT, timerAt: 0, here: null, sheets: { 0: rows } };
  const names = ["Ada", "Bo"];
  app.words = wordsOf("en", english, easyStrings);
  const words = app.words;
  show(
    mount(Count, {
      target: document.body,
      props: { seat: 0, you: 0, names, info: INFO, panels: [], sheets: shown.sheets, words, ondone: () => {} },
    }),
  );
  expect(text(".figures")).toBe("4 × 9 = +36");
  close();
  const over = { scores: [36, 40], places: [2, 1] };
  const nothing = {
    best: null,
    isBest: false,
    insights: null,
    missing: [],
    refusal: null,
    onagain: null,
    onstay: null,
    onnext: null,
  };
  show(mount(Ceremony, { target: document.body, props: { shown, over, names, words, ...nothing, onclose: () => {} } }));
  expect(text(".praise")).toBe("Your best line: 4 × 9 = 36");
});

it("the verdict on a scrapyard, and what it does to the score, stand apart", () => {
  const rows: SheetRow[] = [
    { what: { id: "yard", args: { value: 67, way: "lines" } }, points: 0, cells: [] },
    { what: { id: "no-penalty", args: { value: 67, enough: 60 } }, points: 0, cells: [] },
  ];
  show(
    mount(Counted, {
      target: document.body,
      props: {
        seat: 0,
        panels: [
          { name: "nexus", value: ". . / . .", seat: 0, shape: "hex" },
          { name: "scrapyard", value: ". . / . . . / . .", seat: 0, shape: "hex" },
        ],
        info: INFO,
        sheet: sheetOf([row("line", 40), ...rows]),
        rows: [row("line", 40), ...rows],
        at: 3,
        words: wordsOf("fr", french, limitStrings, limitWords),
      },
    }),
  );
  expect([...document.querySelectorAll(".verdict p")].map((one) => one.textContent)).toEqual([
    "Pas de pénalité : 67 atteint 60",
    "Cette valeur ne s'ajoute pas : votre score reste à 40.",
  ]);
});
