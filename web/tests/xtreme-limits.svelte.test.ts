import { FluentBundle, FluentResource } from "@fluent/bundle";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import theirs from "../../src/tablee/games/xtreme_limits/strings.en.ftl?raw";
import type { GameEvent, Panel as AnyPanel, TableProps as AnyProps } from "../src/games/props.ts";
import { knownInCentre, orderOf, ranksOf, ticksOf } from "../src/games/xtreme-limits/cards.ts";
import {
  beside,
  CELLS,
  costAt,
  HANDS,
  justMoved,
  laps,
  movable,
  moveOf,
  orbit,
  point,
  pointedMoves,
  reaches,
  way,
} from "../src/games/xtreme-limits/dial.ts";
import ours from "../src/games/xtreme-limits/en.ftl?raw";
import Table from "../src/games/xtreme-limits/Table.svelte";
import type { XtremeLimitsMessage, XtremeLimitsPanel } from "../src/lib/generated/ids.ts";
import type { TableInfo } from "../src/lib/generated/wire.ts";
import { Words } from "../src/lib/state/words.ts";
import own from "../src/words/en.ftl?raw";

type Panel = AnyPanel<XtremeLimitsPanel>;
type TableProps = AnyProps<XtremeLimitsPanel, XtremeLimitsMessage>;

describe("the dial", () => {
  it("knows what it takes to bring a hand to a cell", () => {
    const costs = (from: number, lap: number): number[] => reaches("red", from, lap).map(({ cost }) => cost);
    expect(costs(12, 1)).toEqual(CELLS);
    expect(costs(3, 1)).toEqual([10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(costs(3, 2)).toEqual(costs(3, 1).map((cost) => cost + 12));
    expect(reaches("blue", 11, 1)[1]).toEqual({ text: "blue 3", hand: "blue", cell: 2, cost: 3 });
  });

  it("counts laps and hands of moves alone", () => {
    expect(laps([])).toBe(0);
    expect(laps(["keep", "swap 30"])).toBe(0);
    expect(laps(["red 1", "blue 12"])).toBe(1);
    expect(laps(["green 13"])).toBe(2);
    expect(movable(["blue 3", "red 1", "keep"])).toEqual(["red", "blue"]);
  });

  it("knows a move by its text", () => {
    expect(moveOf("green 3", { green: 11 })).toEqual({ text: "green 3", hand: "green", cell: 2, cost: 3 });
    expect(moveOf("red 24", { red: 5 })).toEqual({ text: "red 24", hand: "red", cell: 5, cost: 24 });
    expect([moveOf("keep", { red: 5 }), moveOf("swap 1", { red: 5 })]).toEqual([null, null]);
  });

  it("puts labels where they hide neither hands nor each other", () => {
    const places = ["red 1", "green 7", "green 6", "red 6"].map((action) => ({
      action,
      kind: "tried" as const,
      label: "essai 2",
    }));
    const moves = pointedMoves([...places, { action: "keep", kind: "open", label: "" }], { red: 6, green: 2, blue: 5 });
    expect(moves.map(({ action }) => action)).toEqual(["red 1", "green 7", "green 6", "red 6"]);
    const discs = [
      ...HANDS.map((hand) => point({ red: 6, green: 2, blue: 5 }[hand], orbit(hand))),
      ...moves.map(({ end }) => end),
    ];
    for (const [n, one] of moves.entries()) {
      for (const [x, y] of discs)
        expect(Math.abs(one.at[0] - x) >= one.half + 10.5 || Math.abs(one.at[1] - y) >= 15.5, one.action).toBe(true);
      for (const other of moves.slice(0, n))
        expect(Math.abs(one.at[0] - other.at[0]) >= one.half + other.half || Math.abs(one.at[1] - other.at[1]) >= 10).toBe(true);
    }
  });

  it("stands as a clock does, and is walked clockwise", () => {
    expect(point(12, 100)).toEqual([-0, -100]);
    expect(point(3, 100)).toEqual([100, -0]);
    expect([beside(12, "ArrowRight"), beside(1, "ArrowLeft"), beside(5, "ArrowDown"), beside(5, "x")]).toEqual([1, 12, 6, null]);
    expect(way(reaches("red", 12, 1)[2]!)).toBe("M0 -77.5A77.5 77.5 0 0 1 77.5 0");
    expect(way(reaches("red", 12, 1)[8]!)).toContain(" 1 1 ");
  });

  it("hears of the last move", () => {
    const moved: GameEvent<XtremeLimitsMessage> = { id: "moves", args: { seat: 0, hand: "green", cells: 7, cell: 7, left: 3 } };
    expect(justMoved([moved, { id: "swaps", args: {} }])).toEqual({ hand: "green", cost: 7 });
    expect(justMoved([])).toBeNull();
  });
});

const items = (name: XtremeLimitsPanel, value: string[], seat?: number): Panel => ({
  name,
  value,
  shape: "items",
  ...(seat !== undefined && { seat }),
});
const one = (name: XtremeLimitsPanel, value: number, seat?: number): Panel => ({
  name,
  value,
  shape: "number",
  ...(seat !== undefined && { seat }),
});

describe("cards", () => {
  it("are told apart by where they lie", () => {
    expect(knownInCentre([items("known-centre", ["1: red-green-blue", "3: blue-green-red"])])).toEqual({
      1: ["red-green-blue"],
      3: ["blue-green-red"],
    });
    expect(knownInCentre([])).toEqual({});
  });

  it("get a tick for each hand that has its rank", () => {
    const ranks = ranksOf([items("ranks", ["red 0", "green 3", "blue 0"])]);
    expect(orderOf(ranks)).toEqual([undefined, undefined, "green"]);
    expect(ticksOf("red-blue-green", ranks)).toEqual([false, false, true]);
  });
});

it("writes costs where they collide neither with each other nor with a hand", () => {
  const apart = ([ax, ay]: [number, number], [bx, by]: [number, number]): number => Math.hypot(ax - bx, ay - by);
  for (const hand of HANDS) {
    const [at, others] = [5, HANDS.filter((other) => other !== hand).map((other, n) => [other, 7 + n] as const)];
    const free = reaches(hand, at, 1).filter(({ cell }) => others.every(([, taken]) => cell !== taken));
    const costs = free.map((one) => costAt(one, at));
    const heads = [[hand, at] as const, ...others].map(([one, cell]) => point(cell, orbit(one)));
    for (const [n, cost] of costs.entries()) {
      for (const other of costs.slice(n + 1)) expect(apart(cost, other)).toBeGreaterThan(2 * 8);
      for (const head of heads) expect(apart(cost, head)).toBeGreaterThan(8 + 9.2);
    }
  }
});

describe("the table", { timeout: 20_000 }, () => {
  const bundle = new FluentBundle("en", { useIsolating: false });
  for (const text of [own, theirs, ours]) bundle.addResource(new FluentResource(text), { allowOverrides: true });
  const names = ["Ada", "Bob", "Zoé"];
  const words = new Words("en", bundle, names);
  const cardName = (card: string): string => words.text("card-name", { card });
  const START = HANDS.flatMap((hand) =>
    Array.from({ length: 30 }, (_, n) => n + 1).flatMap((cost) => (cost % 12 ? [`${hand} ${cost}`] : [])),
  );
  const table = [
    ...HANDS.map((hand) => one(hand, 12)),
    items("ranks", ["red 0", "green 0", "blue 0"]),
    ...names.map((_, seat) => one("tokens", 30, seat)),
    items("centre", ["1", "2", "3"]),
  ];
  const count = [
    items("last-hands", ["red 12", "blue 7", "green 2"]),
    one("gained", 3, 1),
    items("turned-up", ["red-blue-green"], 1),
    { name: "rung", value: 1, seat: 2, shape: "flag" },
  ];

  let sent: string[] = [];
  let props: TableProps;
  let close: () => void;

  function open(changes: Partial<TableProps> = {}): void {
    const given = $state({
      ...{
        seat: 0,
        names,
        info: {} as TableInfo,
        panels: table,
        own: [items("card", ["red-green-blue"])],
        legal: [],
        choice: null,
        toAct: [0],
        chosen: [],
        count: [0, 1],
      },
      ...{
        events: [],
        beat: 0,
        sheet: null,
        scores: [],
        weighed: null,
        lit: [],
        over: null,
        replay: false,
        words,
        act: (text: string) => sent.push(text),
        weigh: () => {},
      },
      ...changes,
    }) as TableProps;
    props = given;
    const app = mount(Table, { target: document.body, props });
    flushSync();
    close = () => void unmount(app);
  }
  const all = (mark: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(mark)];
  const offered = (): string[] => all("[data-action]").map((button) => button.dataset.action!);
  const press = (button: Element | undefined | null): void => {
    button!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };
  const tell = (...ids: XtremeLimitsMessage[]): void => {
    Object.assign(props, { events: ids.map((id) => ({ id, args: { seat: 1, hand: "red", cells: 3 } })), beat: props.beat + 1 });
    flushSync();
  };

  beforeEach(() => (sent = []));
  afterEach(() => close());

  it("offers every move, hand by hand and lap by lap", () => {
    open({ legal: START });
    const found = ["red", "green", "blue"].flatMap((_, n) => {
      press(document.querySelectorAll(".hands button")[n]);
      return [1, 2, 3].flatMap(() => {
        const now = offered();
        press(document.querySelector(".lap"));
        return now;
      });
    });
    expect(found.length).toBe(84);
    expect(new Set(found)).toEqual(new Set(START));
  });

  it("draws what the coach points at, and takes its hand first", () => {
    const places = [
      { action: "blue 5", kind: "better" as const, label: "+1.2" },
      { action: "green 14", kind: "yours" as const, label: "you" },
      { action: "keep", kind: "open" as const, label: "" },
    ];
    open({ legal: START, pointers: { places, lit: [] } });
    expect(offered()[0]).toBe("blue 1");
    expect(all("[data-drawn]").map(({ dataset }) => [dataset.drawn, dataset.pointed])).toEqual([
      ["blue 5", "better"],
      ["green 14", "yours"],
    ]);
    expect(all(".pill text").map(({ textContent }) => textContent)).toEqual(["+1.2", "you"]);
    press(document.querySelectorAll("[data-step]")[0]);
    expect(offered()[0]).toBe("red 1");
  });

  it("offers the moves of the hand that is taken", () => {
    open({ legal: START });
    expect(offered()).toEqual(Array.from({ length: 11 }, (_, n) => `red ${n + 1}`));
    press(document.querySelectorAll("[data-step]")[1]);
    expect(offered()[0]).toBe("blue 1");
    press(document.querySelector("[data-action='blue 5']"));
    expect(sent).toEqual(["blue 5"]);
    props.legal = ["green 1"]; // it is not for the page to take another hand
    flushSync();
    expect(offered()).toEqual([]);
    press(document.querySelector("[data-step]"));
    expect(offered()).toEqual(["green 1"]);
  });

  it("sends nothing out of turn, and in turn also what the server will refuse with a reason", () => {
    open({ toAct: [1] });
    expect(offered()).toEqual([]);
    press(document.querySelector("[data-reach='red 5']"));
    expect(sent).toEqual([]);
    props.legal = ["red 1"];
    flushSync();
    press(document.querySelector("[data-reach='red 5']"));
    expect(sent).toEqual(["red 5"]);
  });

  it("asks for a swap by one tap, with cards that the screen shows and no others", () => {
    open({
      legal: ["keep", "swap 1", "swap 2", "swap centre 1"],
      own: [items("card", ["red-green-blue"]), items("known", ["blue-red-green"], 2)],
    });
    expect(offered()).toEqual(["swap 1", "swap 2", "swap centre 1", "keep"]);
    expect(document.querySelector("[data-action='swap 2'] [role=img]")!.getAttribute("aria-label")).toBe(
      cardName("blue-red-green"),
    );
    expect(document.querySelector("[data-action='swap 1'] [role=img]")).toBeNull();
    press(document.querySelector("[data-action='swap centre 1']"));
    expect(sent).toEqual(["swap centre 1"]);
  });

  it("shows the bell covered and always the same, and the count until a hand moves again", () => {
    open({ legal: ["wind"] });
    press(document.querySelector("[data-action=wind]"));
    props.legal = START;
    const covered = (): string => document.querySelector(".covered")!.outerHTML;
    const before = covered();
    tell("winds");
    expect(covered()).toBe(before);
    tell("moves");
    expect([covered(), all(".bell").length]).toEqual([before, 0]);
    Object.assign(props, { legal: [], panels: [...table, ...count] });
    tell("bell-rings", "count", "turned-up", "begins");
    expect(all(".rings .bell").length).toBe(1);
    expect(document.querySelector(".rings")!.textContent).toContain("+3");
    tell("winds");
    expect(all(".rings").length).toBe(1);
    tell("moves");
    expect(all(".rings, .bell").length).toBe(0);
    expect(document.body.textContent).toContain(words.text("panel-last-hands"));
  });

  it("keeps nothing of a card that is gone", () => {
    open();
    expect(document.body.innerHTML).toContain(cardName("red-green-blue"));
    props.own = [items("card", ["blue-red-green"])];
    tell("swaps");
    expect(document.body.innerHTML).toContain(cardName("blue-red-green"));
    expect(document.body.innerHTML).not.toContain(cardName("red-green-blue"));
  });

  it("lets a spectator and a replay look, and asks nothing", () => {
    open({ seat: null, own: [] });
    expect(all("[data-reach], [data-step], [data-action]")).toEqual([]);
    expect(document.body.textContent).toContain(words.text("web-order-now"));
    close();
    open({ replay: true });
    expect(all("[data-reach], [data-step], [data-action]")).toEqual([]);
    for (const [id, seen] of [
      ["count", 1],
      ["winds", 0],
    ] as const) {
      props.events = [{ id, args: {} }]; // a jump: no beat
      flushSync();
      expect(all(".news").length).toBe(seen);
      expect(all(".news button")).toEqual([]);
    }
  });
});
