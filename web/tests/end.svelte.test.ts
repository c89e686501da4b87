/** What the screens at the end of a game say. */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { type ComponentProps, flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import easyStrings from "../../src/tablee/games/take_it_easy/strings.en.ftl?raw";
import limitStrings from "../../src/tablee/games/take_it_to_the_limit/strings.fr.ftl?raw";
import tableStrings from "../../src/tablee/strings.en.ftl?raw";
import Counted from "../src/games/take-it-to-the-limit/Counted.svelte";
import limitWords from "../src/games/take-it-to-the-limit/fr.ftl?raw";
import type { SheetRow } from "../src/lib/generated/wire.ts";
import { app } from "../src/lib/state/app.svelte.ts";
import { type Standing, standing } from "../src/lib/state/series.ts";
import { sheetOf } from "../src/lib/state/sheet.ts";
import { Words } from "../src/lib/state/words.ts";
import Boards from "../src/pages/table/end/Boards.svelte";
import Ceremony from "../src/pages/table/end/Ceremony.svelte";
import Count from "../src/pages/table/end/Count.svelte";
import { scattered } from "../src/pages/table/end/scatter.ts";
import NextIn from "../src/pages/table/NextIn.svelte";
import english from "../src/words/en.ftl?raw";
import french from "../src/words/fr.ftl?raw";
import tableWords from "../src/words/table/en.ftl?raw";
import { INFO, row, SNAPSHOT } from "./fakes.ts";

let close: () => void = () => {};
afterEach(() => close());

function wordsOf(lang: "en" | "fr", ...texts: string[]): Words {
  const bundle = new FluentBundle(lang, { useIsolating: false });
  for (const text of texts) bundle.addResource(new FluentResource(text), { allowOverrides: true });
  return new Words(lang, bundle, ["Ada", "Bo"], 0);
}

function show(shown: Record<string, unknown>): void {
  close = () => {
    close = () => {};
    void unmount(shown);
  };
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
  app.words = wordsOf("en", english, tableWords);
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
  app.words = wordsOf("en", english, tableWords, easyStrings);
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

function ceremony(over: Standing, more: Partial<ComponentProps<typeof Ceremony>> = {}): void {
  const shown = { ...SNAPSHOT, timerAt: 0, here: null };
  const words = wordsOf("en", english, tableWords, tableStrings);
  app.words = words;
  const nothing = { best: null, isBest: false, insights: null, missing: [], refusal: null };
  const buttons = { onagain: null, onstay: null, onnext: null, onclose: () => {} };
  show(
    mount(Ceremony, {
      target: document.body,
      props: { shown, over, names: ["Ada", "Bo"], words, ...nothing, ...buttons, ...more },
    }),
  );
}

const LEVELS = [
  { level: "first-game", mean: 103.5 },
  { level: "greedy", mean: 160.2 },
];
const compared = (score: number, better: number): string[] => {
  const percentiles = {
    level: "expert",
    games: 10000,
    quantiles: Array.from({ length: 101 }, (_, n) => n * 2),
    better: [better, 0],
  };
  ceremony({ scores: [score, 3], places: [1, 2] }, { insights: { percentiles, levels: LEVELS } });
  const found = [...document.querySelector(".cards section")!.querySelectorAll("p")].map((one) => one.textContent);
  close();
  return found;
};

it("a win with a low score says which level is beaten and which is next, and no percentage", () => {
  expect(compared(140, 8)).toEqual(["You beat Beginner (104 on average)", "Regular is 21 points away"]);
  expect(compared(60, 0)).toEqual(["Beginner is 44 points away"]);
  expect(compared(140, 30)).toEqual(compared(140, 8));
  expect(compared(180, 60)).toEqual([
    "Better than 60%",
    "of 10,000 games by the Expert bot",
    "You beat Regular (160 on average)",
  ]);
});

it("a first game is no personal best", () => {
  const over = { scores: [140, 90], places: [1, 2] };
  ceremony(over, { best: { score: 140, match: "m 1", before: null }, isBest: true });
  expect([text(".badge"), text(".praise")]).toEqual(["", "Your first score to beat"]);
  close();
  ceremony(over, { best: { score: 140, match: "m 1", before: 131 }, isBest: true });
  expect([text(".badge"), text(".praise")]).toEqual(["New personal best: +9", ""]);
});

it("between two games, the total comes first, with who leads by how much; a personal best belongs to the game", () => {
  const series = (scores: number[][]) => ({ game: scores.length, scores, waiting: true });
  const shown = { ...SNAPSHOT, timerAt: 0, here: null, info: { ...INFO, series: 3 } };
  const told = (scores: number[][], you: number | null = 0): string[] => {
    const sums = [0, 1].map((seat) => scores.reduce((sum, game) => sum + game[seat]!, 0));
    ceremony(standing(sums), {
      shown: { ...shown, you, series: series(scores) },
      best: { score: 100, match: "m 2", before: 91 },
      isBest: true,
    });
    const found = ["h2", ".label:not(.who *)", ".score", ".praise", ".badge"].map(text);
    close();
    return found;
  };
  const best = "New personal best: +9";
  expect(
    told([
      [80, 90],
      [100, 60],
    ]),
  ).toEqual(["You lead by 30 points", "Total after game 2 of 3", "180", "Game 2: 100", best]);
  expect(
    told([
      [80, 101],
      [20, 0],
    ])[0],
  ).toBe("Bo leads by one point");
  expect(
    told([
      [80, 90],
      [20, 10],
    ])[0],
  ).toBe("You share the lead");
  expect(
    told(
      [
        [80, 90],
        [20, 10],
      ],
      null,
    )[0],
  ).toBe("Ada and Bo are level");
});

it("the way to the next game of a series is counted down only if it begins by itself", () => {
  vi.spyOn(performance, "now").mockReturnValue(5000);
  const shown = { ...SNAPSHOT, timerAt: 0, here: null, series: { game: 1, scores: [[1, 2]], waiting: true } };
  const words = wordsOf("en", english, tableWords);
  const timers = [30000, null].map((timer) => {
    show(mount(NextIn, { target: document.body, props: { shown: { ...shown, timer }, words } }));
    const found = text("[role=timer]");
    close();
    return found;
  });
  expect(timers).toEqual(["Next game in 25 s", ""]);
});

it("what there is to say about your play is said", () => {
  const highlights = [[{ id: "web-players", args: {} }], []];
  ceremony({ scores: [3, 4], places: [2, 1] }, { insights: { highlights } });
  expect(text(".told")).toBe("Your play Players");
});

it("confetti is scattered: beside the text or above it, on no line, and the same each time", () => {
  const spots = scattered(44);
  expect(spots).toEqual(scattered(44));
  expect(spots.every(({ x, y }) => x < 22 || x > 78 || y < 7)).toBe(true);
  const left = spots.filter(({ x }) => x < 22);
  expect(left.length).toBeGreaterThan(14);
  expect(Math.max(...left.map(({ x }) => x)) - Math.min(...left.map(({ x }) => x))).toBeGreaterThan(17);
  const nearest = spots.map((one) =>
    Math.min(...spots.filter((other) => other !== one).map(({ x, y }) => Math.hypot(x - one.x, y - one.y))),
  );
  expect(new Set(nearest.map(Math.round)).size).toBeGreaterThan(4); // beads on a string are all as far from the next
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
