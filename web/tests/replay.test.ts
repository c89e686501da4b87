import { describe, expect, it } from "vitest";
import type { PanelOut, Replay, ReplayStep } from "../src/lib/generated/wire.ts";
import { applyStep, clock, EMPTY, type Frame, Timeline } from "../src/lib/state/replay.ts";

const panel = (name: string, value: number): PanelOut => ({ name, value });

/** Two seats, two rounds: both choose, then a secret comes to the first; a note; a wait; the end. */
const STEPS: ReplayStep[] = [
  {
    at: 0,
    who: -1,
    chapter: true,
    public: [panel("round", 1), panel("x", 0)],
    own: { 0: [panel("card", 4)], 1: [panel("card", 7)] },
    sheets: { 0: [], 1: [] },
    to_act: [0, 1],
    count: [0, 2],
    alarm: 9000,
    events: [{ id: "card", args: { card: 4 }, to: [0] }],
  },
  { at: 1000, who: 0, text: "a", chosen: [0], count: [1, 2], events: [{ id: "has-chosen", args: { seat: 0 } }] },
  { at: 1100, who: 0, text: "b" },
  {
    at: 90_000,
    who: 1,
    text: "c",
    chapter: true,
    panels: { 0: panel("round", 2) },
    own: { 0: [panel("card", 5)] },
    chosen: [],
    count: [0, 2],
    alarm: null,
    events: [
      { id: "has-chosen", args: { seat: 1 } },
      { id: "new", args: {}, to: [0] },
    ],
    notes: [{ note: "bot-took-over", seat: 1 }],
  },
  { at: 90_000, who: 1, text: "d", chosen: [1], count: [1, 2], events: [{ id: "has-chosen", args: { seat: 1 } }] },
  {
    at: 90_010,
    who: 0,
    text: "e",
    public: [panel("round", 2)],
    chosen: [],
    to_act: [],
    count: [0, 0],
    sheets: {
      1: [
        { what: { id: "won", args: {} }, points: 3, cells: ["a1"] },
        { what: { id: "lost", args: {} }, points: -1, cells: [] },
      ],
    },
    events: [{ id: "end", args: { seat: 1 } }],
  },
];

function match(steps: ReplayStep[], start = 0): Replay {
  const info = {
    match: "",
    state: "over" as const,
    game: "g",
    options: {},
    series: 1,
    public: false,
    timer: 0,
    seats: [],
    host: -1,
    commit: "",
    next: "",
    paused: false,
    practice: false,
    pace: "normal" as const,
    aids: true,
    bag: true,
    fast: false,
    hints: true,
    daily: "",
  };
  return {
    info,
    result: { scores: [0, 2], places: [2, 1], reveal: "", nonces: [], hints: 0, digest: "" },
    draws: 1,
    committed: null,
    fault: null,
    total: STEPS.length,
    start,
    steps,
  };
}

const timeline = (): Timeline => new Timeline(match(STEPS), () => Promise.reject(new Error("all is here")));

/** The same by going through from the beginning. */
const straight = (n: number): Frame => STEPS.slice(0, n + 1).reduce(applyStep, EMPTY);

describe("a timeline", () => {
  it("shows what lies on the table after any step, whichever way one comes", () => {
    for (const order of [
      [0, 1, 2, 3, 4, 5],
      [5, 4, 3, 2, 1, 0],
      [2, 5, 0, 3, 1, 4],
    ]) {
      const one = timeline();
      for (const n of order) expect(one.frame(n)).toEqual(straight(n));
    }
    expect(timeline().frame(3)).toMatchObject({
      public: [{ value: 2 }, { value: 0 }],
      own: { 0: [{ value: 5 }], 1: [{ value: 7 }] },
      to_act: [0, 1],
      alarm: null,
    });
    expect(timeline().frame(5)).toMatchObject({ public: [{ name: "round" }], to_act: [], chosen: [] });
  });

  it("never changes a frame that was shown", () => {
    const one = timeline();
    const before = structuredClone(one.frame(0));
    one.frame(5);
    expect(one.frame(0)).toEqual(before);
    expect(STEPS[0]!.public).toEqual([panel("round", 1), panel("x", 0)]);
  });

  it("knows what a seat has chosen while a step is open, and not longer", () => {
    const choices = STEPS.map((_, n) => [timeline().choice(n, 0), timeline().choice(n, 1)]);
    expect(choices).toEqual([
      [null, null],
      ["a", null],
      ["b", null],
      [null, null],
      [null, "d"],
      [null, null],
    ]);
  });

  it("jumps to where a round begins, else to the end or the beginning", () => {
    expect([0, 1, 2, 3, 4, 5].map((n) => timeline().next(n))).toEqual([3, 3, 3, 5, 5, 5]);
    expect([0, 1, 2, 3, 4, 5].map((n) => timeline().previous(n))).toEqual([0, 0, 0, 0, 3, 3]);
  });

  it("plays by match time, with long waits shortened and nothing too short to be seen", () => {
    expect([0, 1, 2, 3, 4].map((n) => timeline().pause(n, 1))).toEqual([1000, 300, 2500, 300, 300]);
    expect(timeline().pause(2, 8)).toBe(2500 / 8);
  });

  it("tells a seat what it heard, and everything with all open", () => {
    expect([0, 1, null].map((seat) => timeline().eventsFor(0, seat).length)).toEqual([1, 0, 1]);
    const told = (seat: number | null): unknown[] =>
      timeline()
        .log(5, seat, 99)
        .map(({ at, said, note, choice }) => [at, said?.id ?? note?.note ?? choice]);
    expect(told(1)).toEqual([
      [5, "end"],
      [3, "bot-took-over"],
    ]);
    expect(told(0)).toEqual([
      [5, "end"],
      [3, "bot-took-over"],
      [3, "new"],
      [0, "card"],
    ]);
    expect(told(null)).toEqual([
      [5, "end"],
      [4, { seat: 1, text: "d" }],
      [3, "bot-took-over"],
      [3, "new"],
      [3, { seat: 1, text: "c" }],
      [2, { seat: 0, text: "b" }],
      [1, { seat: 0, text: "a" }],
      [0, "card"],
    ]);
    expect(timeline().log(5, null, 3)).toHaveLength(3);
    expect(timeline().log(1, 0, 99)).toEqual([{ at: 0, said: STEPS[0]!.events![0] }]);
  });

  it("in a crowd tells what concerns all or the seat one looks through", () => {
    const crowd: ReplayStep[] = [
      {
        at: 0,
        who: -1,
        to_act: null,
        chosen: null,
        count: [0, 500],
        events: [
          { id: "call", args: {} },
          { id: "placed", args: { seat: 3 } },
          { id: "placed", args: { seat: 4 } },
        ],
      },
    ];
    const one = new Timeline({ ...match(crowd), total: 1 }, () => Promise.reject(new Error()));
    expect(one.log(0, 4, 99).map((line) => line.said?.args.seat)).toEqual([4, undefined]);
    expect(one.log(0, null, 99)).toHaveLength(1);
    expect(one.choice(0, 4)).toBeNull();
    expect(one.sheet(0, 4)).toBeNull();
  });

  it("adds up the score of a seat", () => {
    expect(timeline().sheet(5, 1)).toMatchObject({ total: 2 });
    expect(timeline().sheet(4, 1)).toMatchObject({ rows: [], total: 0 });
  });

  it("asks for further parts when they are wanted, once, each from nothing", async () => {
    const asked: number[] = [];
    const whole = timeline();
    const again = (n: number): ReplayStep => {
      const { public: panels, own, to_act, ...frame } = whole.frame(n);
      return {
        ...STEPS[n]!,
        panels: undefined,
        public: [...panels],
        own: own as ReplayStep["own"],
        to_act: to_act as number[],
        ...(frame as Pick<ReplayStep, "sheets" | "chosen" | "count" | "alarm">),
      };
    };
    const one = new Timeline(match(STEPS.slice(0, 2)), (start) => {
      asked.push(start);
      return Promise.resolve(match([again(start), ...STEPS.slice(start + 1, start + 2)], start));
    });
    expect(one.next(1)).toBe(2); // not here yet
    await one.reach(1);
    expect(asked).toEqual([]);
    await Promise.all([one.reach(5), one.reach(3)]);
    expect(asked).toEqual([2, 4]);
    for (const n of [5, 4, 3, 2, 1]) expect(one.frame(n)).toEqual(whole.frame(n));
    expect([one.last, one.next(4)]).toEqual([5, 5]);
  });

  it("passes on why a part cannot be had, and asks again", async () => {
    let fails = true;
    const one = new Timeline(match(STEPS.slice(0, 5)), () =>
      fails ? Promise.reject(new Error("no line")) : Promise.resolve(match(STEPS.slice(5), 5)),
    );
    await expect(one.reach(5)).rejects.toThrow("no line");
    fails = false;
    await one.reach(5);
    expect(one.steps).toHaveLength(6);
  });
});

it("writes match time as people do", () => {
  expect([0, 999, 65_432, 3_600_000].map(clock)).toEqual(["0:00", "0:00", "1:05", "60:00"]);
});
