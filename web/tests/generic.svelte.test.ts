import { FluentBundle, FluentResource } from "@fluent/bundle";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it } from "vitest";
import table from "../../src/tablee/strings.en.ftl?raw";
import { grouped, MANY, restOf } from "../src/games/generic/groups.ts";
import Table from "../src/games/generic/Table.svelte";
import type { TableProps } from "../src/games/props.ts";
import type { ReplayStep } from "../src/lib/generated/wire.ts";
import { Timeline } from "../src/lib/state/replay.ts";
import { sheetOf } from "../src/lib/state/sheet.ts";
import { Words } from "../src/lib/state/words.ts";
import Hands from "../src/pages/replay/Hands.svelte";
import Sheet from "../src/pages/table/Sheet.svelte";
import own from "../src/words/en.ftl?raw";
import { INFO } from "./fakes.ts";

const DICE = `
panel-dice = { $you ->
    [seat] Your dice
   *[nobody] { $seat }'s dice
  }
panel-bid = Highest bid
action-bid = Bid { $first } × { $second }
action-liar = Liar!
lost-dice = Dice lost
`;
const bundle = new FluentBundle("en", { useIsolating: false });
for (const text of [own, table, DICE]) bundle.addResource(new FluentResource(text), { allowOverrides: true });
const NAMES = ["Ada", "Bo"];
const words = new Words("en", bundle).at(NAMES, 0);
const BIDS = Array.from({ length: 15 }, (_, n) => [1, 2, 3, 4, 5, 6].map((face) => `bid ${n + 1} ${face}`)).flat();

let close = (): void => {};
afterEach(() => close());

function show(legal: readonly string[]): string[] {
  const sent: string[] = [];
  const panels = [
    { name: "bid", value: "2 × 5", shape: "text" as const },
    { name: "dice", value: 4, seat: 1, shape: "number" as const },
  ];
  const props: TableProps = {
    ...{
      seat: 0,
      names: NAMES,
      info: INFO,
      panels,
      own: [{ name: "dice", value: ["3", "5"], shape: "cards" as const }],
      legal,
      choice: null,
    },
    ...{
      toAct: [0],
      chosen: [],
      count: [0, 1] as const,
      events: [],
      beat: 0,
      scene: null,
      sheet: null,
      scores: [],
      weighed: null,
      lit: [],
    },
    ...{
      timer: null,
      over: null,
      replay: false,
      words,
      act: (text: string) => sent.push(text),
      weigh: () => {},
      endScene: () => {},
    },
  };
  const shown = mount(Table, { target: document.body, props });
  close = () => void unmount(shown);
  flushSync();
  return sent;
}
const all = (selector: string): HTMLElement[] => [...document.body.querySelectorAll<HTMLElement>(selector)];

it("few actions are buttons", () => {
  expect(grouped(["take", "leave", "bid 1 2", "bid 1 3"])).toEqual([
    { texts: ["take"], parts: [] },
    { texts: ["leave"], parts: [] },
    { texts: ["bid 1 2", "bid 1 3"], parts: [] },
  ]);
});

it("many actions are grouped by the words that divide them, and lose none", () => {
  const [bids, liar] = grouped([...BIDS, "liar"]);
  expect(liar).toEqual({ texts: ["liar"], parts: [] });
  expect(bids!.parts.length).toBe(15);
  expect(bids!.parts[2]!.texts).toEqual(["bid 3 1", "bid 3 2", "bid 3 3", "bid 3 4", "bid 3 5", "bid 3 6"]);
  expect(bids!.parts.flatMap(({ texts }) => texts)).toEqual(BIDS);
});

it("many actions that no word divides lie one after the other", () => {
  const cells = Array.from({ length: 30 }, (_, n) => `move to ${n}`);
  const [moves] = grouped(cells);
  expect(moves!.parts.map(({ texts }) => texts.length)).toEqual([MANY, MANY, 6]);
  expect(moves!.parts.flatMap(({ texts }) => texts)).toEqual(cells);
});

it("a range says only once what both ends begin with", () => {
  expect(restOf("Bid 3 × 6", "Bid 3 × 1")).toBe("6");
  expect(restOf("Miser 4 dés", "Bluffer")).toBe("Miser 4 dés");
});

it("the table offers ninety bids in fifteen groups", () => {
  const sent = show([...BIDS, "liar"]);
  expect(all("summary").length).toBe(15);
  const three = all("summary")[2]!;
  expect(three.textContent!.trim()).toBe("Bid 3 × 1 … 6");
  expect(three.dataset.step!.split("|")).toContain("bid 3 4");
  expect(all("section > .row > button").map((one) => one.textContent)).toEqual(["Liar!"]);
  all("[data-action='bid 3 4']")[0]!.click();
  expect(sent).toEqual(["bid 3 4"]);
});

it("a panel says whose it is", () => {
  show([]);
  expect(all("dt").map((one) => one.textContent)).toEqual(["Highest bid", "Your dice", "Bo's dice"]);
});

it("a panel is its owner's in a replay with all open", () => {
  const own = { 0: [{ name: "dice", value: ["3", "5"] }], 1: [{ name: "dice", value: ["2"] }] };
  const steps: ReplayStep[] = [{ at: 0, who: -1, public: [], own, sheets: {}, to_act: [0, 1], count: [0, 2] }];
  const result = { scores: [0, 0], places: [1, 1], reveal: "", nonces: [], hints: 0, digest: "" };
  const match = { info: INFO, result, draws: 0, committed: null, fault: null, total: 1, start: 0, steps };
  const timeline = new Timeline(match, () => Promise.reject(new Error("all is here")));
  const props = { timeline, at: 0, words: words.at(NAMES, null), Item: null, numbers: true, onpick: () => {} };
  const shown = mount(Hands, { target: document.body, props });
  close = () => void unmount(shown);
  expect(all("dt").map((one) => one.textContent)).toEqual(["Ada's dice", "Bo's dice"]);
});

it("every row of the score has its number", () => {
  const sheet = sheetOf([{ what: { id: "lost-dice", args: {} }, points: 0, cells: [] }]);
  const shown = mount(Sheet, { target: document.body, props: { sheet, words, numbers: true } });
  close = () => void unmount(shown);
  expect(all("li b").map((one) => one.textContent)).toEqual(["0"]);
});
