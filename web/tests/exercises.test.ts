/** Exercises: what counts as right, what a try says, and which five come each day. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Exercise, Replay, ReviewTurn } from "../src/lib/generated/wire.ts";
import {
  A_DAY,
  Attempt,
  doneToday,
  exerciseOf,
  keepDone,
  keepMoments,
  type KeptExercises,
  keptExercises,
  pick,
  rankOf,
  todays,
} from "../src/lib/state/exercises.ts";
import { Timeline } from "../src/lib/state/replay.ts";
import { decisionsOf } from "../src/lib/state/review.ts";

const M = 1_000_000;
const info = { game: "take-it-easy", seats: [] } as unknown as Exercise["info"];
const choice = (action: string, behind: number, doubt = M) => ({ action, behind: behind * M, doubt });
const exercise = (id: string, lost = 7): Exercise => ({
  id,
  info,
  seat: 0,
  number: 8,
  of: 19,
  public: [],
  own: [],
  sheet: [],
  to_act: [0],
  choices: [choice("a1", 3), choice("c3", lost), choice("d2", 0), choice("d3", 1), choice("e1", 9)],
  best: 2,
  played: 1,
});
const many = (game: string, count: number): Exercise[] => Array.from({ length: count }, (_, n) => exercise(`${game}${n}`));
const nothing: KeptExercises = { own: [], done: [], day: "", today: [] };

beforeEach(() => localStorage.clear());

describe("an attempt", () => {
  const fresh = new Attempt(exercise("x"));

  it("is over after a right try, or after two", () => {
    expect(fresh.over).toBe(false);
    expect(fresh.after("d2").over).toBe(true);
    expect(fresh.after("c3").over).toBe(false);
    expect(fresh.after("c3").after("e1").over).toBe(true);
    expect(fresh.after("c3").after("e1").right).toBeNull();
  });

  it("takes everything within the doubt for right", () => {
    expect(fresh.after("d3").right?.action).toBe("d3");
    expect(fresh.after("c3").after("d3").right?.action).toBe("d3");
    expect(fresh.after("a1").right).toBeNull();
  });

  it("counts no try twice, nothing that is no action, and nothing after the end", () => {
    const once = fresh.after("c3");
    expect(once.after("c3")).toBe(once);
    expect(once.after("z9")).toBe(once);
    const over = fresh.after("d2");
    expect(over.after("a1")).toBe(over);
  });

  it("ranks an action by how many are better", () => {
    const { choices } = fresh.exercise;
    expect(choices.map((one) => rankOf(fresh.exercise, one))).toEqual([3, 4, 1, 2, 5]);
  });
});

describe("five a day", () => {
  const shipped = new Map([
    ["a", many("a", 20)],
    ["b", many("b", 20)],
  ]);

  it("come from one's own matches first, those that cost most, then from the games in turn", () => {
    const own = [2, 9].map((lost, n) => ({ match: "m", when: 0, exercise: exercise(`own${n}`, lost) }));
    const found = pick({ ...nothing, own }, shipped, "2026-11-18");
    expect(found.map(({ id }) => id).slice(0, 2)).toEqual(["own1", "own0"]);
    expect(found.slice(2).map(({ game }) => game)).toEqual(["a", "b", "a"]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(A_DAY);
  });

  it("leave out what was done, until nothing else is left", () => {
    const few = new Map([["a", many("a", 6)]]);
    const done = ["a0", "a1", "a2"];
    const found = pick({ ...nothing, done }, few, "2026-11-18").map(({ id }) => id);
    expect(found.slice(0, 3).sort()).toEqual(["a3", "a4", "a5"]);
    expect(found).toHaveLength(A_DAY);
  });

  it("stay the same for the day, and are others the next day", () => {
    const first = todays(keptExercises(), shipped, "2026-11-18");
    expect(first.today).toHaveLength(A_DAY);
    expect(doneToday(first, "2026-11-18")).toBe(0);
    const later = keepDone(first.today[0]!.id);
    expect(doneToday(later, "2026-11-18")).toBe(1);
    expect(todays(keptExercises(), shipped, "2026-11-18").today).toEqual(first.today);
    expect(doneToday(later, "2026-11-19")).toBeNull();
    expect(todays(keptExercises(), shipped, "2026-11-19").today.some(({ id }) => id === first.today[0]!.id)).toBe(false);
  });

  it("are picked anew if one of them does not exist any more", () => {
    const before = { ...nothing, day: "2026-11-18", today: [{ id: "gone", game: "a" }] };
    expect(todays(before, shipped, "2026-11-18").today.map(({ id }) => id)).not.toContain("gone");
  });

  it("are none without games and moments", () => {
    expect(todays(nothing, new Map(), "2026-11-18").today).toEqual([]);
  });
});

describe("what is kept", () => {
  it("is the moments of a match once, and not of too many", () => {
    keepMoments("m", 1, [exercise("m1"), exercise("m2")]);
    keepMoments("m", 1, [exercise("m1"), exercise("m2")]);
    expect(keptExercises().own.map(({ exercise }) => exercise.id)).toEqual(["m1", "m2"]);
    for (let n = 0; n < 20; n += 1) keepMoments(`n${n}`, 1, [exercise(`n${n}a`), exercise(`n${n}b`)]);
    expect(keptExercises().own).toHaveLength(30);
    expect(keptExercises().own[0]!.exercise.id).toBe("n19a");
  });

  it("is a decision as it was seen, with the reason against the chosen action alone", () => {
    const said = { id: "reason-breaks", args: {} };
    const reasons = [
      { action: "b1", title: said, detail: said, marks: ["b1"] },
      { action: "c4", title: said, detail: said, marks: ["c4"] },
    ];
    const choices = [
      { action: "b1", value: 9, behind: 0, doubt: 0 },
      { action: "c4", value: 2, behind: 7, doubt: 1 },
    ];
    const turn: ReviewTurn = {
      game: 0,
      round: 0,
      decision: { step: 1, at: 0, choices, best: 0, chosen: 1, loss: 7, real: true, improvable: true, reasons },
    };
    const panel = { name: "call", value: "9-2-3", shape: "tile" };
    const steps = [
      { at: 0, who: -1, public: [panel], own: { 0: [panel] }, sheets: { 0: [] }, to_act: [0] },
      { at: 1, who: 0, text: "c4" },
    ];
    const timeline = new Timeline({ info, steps, total: 2, start: 0 } as unknown as Replay, () => Promise.reject(new Error()));
    const made = exerciseOf("m", info, timeline, 0, decisionsOf([turn])[0]!, 19);
    expect(made).toMatchObject({
      id: "m-0-0",
      number: 1,
      of: 19,
      best: 0,
      played: 1,
      public: [panel],
      own: [panel],
      to_act: [0],
    });
    expect(made.choices.map(({ reason }) => reason?.action)).toEqual([undefined, "c4"]);
  });
});
