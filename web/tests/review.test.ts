/** What a review shows adds up, whatever is rounded, and says nothing that is not true. */
import { describe, expect, it } from "vitest";
import type { Review, ReviewChoice, ReviewSums, ReviewTurn } from "../src/lib/generated/wire.ts";
import { readBoard, emptyBoard, inLine } from "../src/lib/tiles/hex.ts";
import {
  axisOf,
  bestOf,
  curveOf,
  decimal,
  decisionsOf,
  foundOf,
  gainOf,
  joined,
  levelsOf,
  momentsOf,
  perDecision,
  rowsOf,
  sentenceOf,
  tenths,
} from "../src/lib/state/review.ts";

const M = 1_000_000;
const sums = (start: number, luck: number, loss: number, correction: number, others = 0): ReviewSums => ({
  start,
  luck,
  others,
  correction,
  loss,
  result: start + luck + others + correction - loss,
  luck_error: 0,
  others_error: 0,
  decisions: 18,
});
const choice = (action: string, value: number, behind: number, doubt = M / 2): ReviewChoice => ({ action, value, behind, doubt });

/** A turn with two choices: the best one, and one that is `gap` behind; `yours` is the place of the chosen one. */
function turn(best: number, gap: number, yours: 0 | 1, tile = "9-2-3", more: Partial<ReviewTurn> = {}): ReviewTurn {
  const choices = [choice("b1", best, 0, 0), choice("c4", best - gap, gap)];
  const loss = choices[yours]!.behind;
  return {
    game: 0,
    round: 0,
    changes: [{ what: "luck", step: 0, points: 0, value: best, text: tile }],
    decision: { step: 1, at: 0, choices, best: 0, chosen: yours, loss, real: gap > M / 2, improvable: loss > M / 2 },
    ...more,
  };
}

describe("the sum", () => {
  it("adds up as it is shown, whatever is rounded", () => {
    let seed = 7;
    const chance = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
    for (let n = 0; n < 2000; n += 1) {
      const [start, luck, loss, others] = [
        166 * M * chance(),
        60 * M * (chance() - 0.5),
        20 * M * chance(),
        9 * M * chance(),
      ].map(Math.round);
      const result = M * Math.round((start! + luck! + others! - loss!) / M + 4 * (chance() - 0.5));
      const found = sums(start!, luck!, loss!, result - start! - luck! - others! + loss!, others!);
      const rows = rowsOf(found);
      expect(rows.reduce((sum, row) => sum + row.tenths, 0)).toBe(result / 100_000 + 0);
      for (const { tenths, value } of rows) expect(Math.abs(tenths - value / 100_000)).toBeLessThan(1.6);
    }
  });

  it("has a row for the correction, unless it is 0.0, and for others if they did something", () => {
    expect(rowsOf(sums(166 * M, 28 * M, 8 * M, 2 * M)).map(({ what }) => what)).toEqual(["start", "luck", "play", "correction"]);
    expect(rowsOf(sums(166 * M, 28 * M, 8 * M, 0)).map(({ what }) => what)).toEqual(["start", "luck", "play"]);
    expect(rowsOf(sums(0, 2 * M, M, 0, 3 * M)).map(({ what }) => what)).toEqual(["start", "luck", "others", "play"]);
  });

  it("is said in whole points, and names a forecast that was off by more than the play cost", () => {
    const decided = decisionsOf([turn(160 * M, 3 * M, 1), turn(160 * M, 2 * M, 0)]);
    expect(sentenceOf(sums(166 * M, 27.9 * M, 7.6 * M, 1.7 * M), decided)).toEqual({
      luck: { how: "kind", points: 28 },
      others: 0,
      play: { choices: 1, points: 8 },
      forecast: 0,
    });
    expect(sentenceOf(sums(166 * M, -4 * M, 3 * M, -9 * M), decided)).toMatchObject({
      luck: { how: "unkind", points: 4 },
      forecast: 9,
    });
    expect(sentenceOf(sums(166 * M, 0, 3 * M, 9 * M), decided).forecast).toBe(-9);
  });
});

describe("numbers", () => {
  it("have the decimal mark and the minus of the language", () => {
    expect([decimal(35, "en"), decimal(-76, "en"), decimal(279, "en", true), decimal(35, "fr"), decimal(0, "en", true)]).toEqual([
      "3.5",
      "−7.6",
      "+27.9",
      "3,5",
      "0.0",
    ]);
  });

  it("are rounded alike above and below zero", () => {
    expect([tenths(250_000), tenths(-250_000), Object.is(tenths(-1), 0)]).toEqual([3, -3, true]);
  });
});

describe("the scale", () => {
  const scale = (...losses: [string, number][]) => losses.map(([level, loss]) => ({ level, loss: loss * M, games: 20 }));
  const levels = scale(["first-game", 3.5], ["greedy", 0.4], ["expert", 0]);
  const people = scale(["rung-1", 5], ["rung-2", 4], ["rung-3", 3], ["rung-4", 2], ["rung-5", 1], ["rung-10", 0]);
  const names = (found: readonly { level: string }[]): string[] => found.map(({ level }) => level);

  it("shows the nearest people of the ladder, the best first", () => {
    expect(names(levelsOf([...levels, ...people], 0.4 * M))).toEqual(["rung-10", "rung-5", "rung-4", "rung-3"]);
    expect(names(levelsOf([...levels, ...people], 9 * M))).toEqual(["rung-4", "rung-3", "rung-2", "rung-1"]);
  });
  it("shows levels where a game has no ladder", () => {
    expect(names(levelsOf(levels, 0))).toEqual(["expert", "greedy", "first-game"]);
  });
});

describe("moments", () => {
  const turns = [
    turn(160 * M, 2 * M, 1),
    turn(160 * M, 4 * M, 1),
    turn(160 * M, 0.3 * M, 1), // within doubt
    turn(160 * M, 5 * M, 0),
    turn(160 * M, 9 * M, 0),
    turn(160 * M, 3 * M, 1),
    turn(160 * M, 1 * M, 1),
  ];
  const decided = decisionsOf(turns);

  it("are the three in which most was lost, and none where nothing could be told apart", () => {
    expect(momentsOf(decided).map(({ n }) => n)).toEqual([1, 5, 0]);
    expect(momentsOf(decided.slice(2, 5))).toEqual([]);
  });

  it("do not count against what was found", () => {
    expect(foundOf(decided)).toEqual({ found: 2, of: 6 });
  });

  it("have a best choice: the one that was worth most more than any other", () => {
    const best = bestOf(decided)!;
    expect([best.n, gainOf(best)]).toEqual([4, 9 * M]);
    expect(bestOf(decided.slice(0, 3))).toBeNull();
  });

  it("know which tile they answer, game by game", () => {
    const two = decisionsOf([turn(1, 1, 0), turn(1, 1, 0, ""), turn(1, 1, 0), turn(1, 1, 0, "1-2-3", { game: 1 })]);
    expect(two.map(({ tile, tiles }) => [tile, tiles])).toEqual([
      ["9-2-3", 1],
      ["", 1],
      ["9-2-3", 2],
      ["1-2-3", 1],
    ]);
  });
});

it("the curve goes from the start to the result, in each part", () => {
  const rounds = [
    turn(166 * M, M, 1, "", { start: 166 * M }),
    turn(170 * M, M, 0),
    { game: 0, round: 0, result: 171 * M },
    turn(2 * M, M, 0, "", { start: 0, round: 1 }),
    { game: 0, round: 1, result: 3 * M },
  ];
  expect(curveOf(rounds)).toEqual([
    [
      { n: -1, value: 166 * M },
      { n: 0, value: 165 * M },
      { n: 1, value: 171 * M },
    ],
    [
      { n: 1, value: 0 },
      { n: 2, value: 3 * M },
    ],
  ]);
  expect(axisOf(161 * M, 188 * M)).toEqual([160 * M, 170 * M, 180 * M, 190 * M]);
});

it("answers are put together, even if they overlap", () => {
  const page = (start: number, turns: ReviewTurn[]): Review => ({ start, done: start + turns.length, of: 3, turns }) as Review;
  const [a, b, c] = [turn(1, 1, 0), turn(2, 1, 0), turn(3, 1, 0)];
  const whole = joined(joined(null, page(0, [a, b])), page(1, [b, c]));
  expect([whole.turns, whole.done]).toEqual([[a, b, c], 3]);
});

it("without a real decision there is no average", () => {
  expect(perDecision({ ...sums(0, 0, 0, 0), decisions: 0 })).toBeNull();
  expect(perDecision(sums(0, 0, 9 * M, 0))).toBe(M / 2);
});

it("cells in a row are a line, others are not", () => {
  const board = readBoard(emptyBoard([3, 4, 5, 4, 3]));
  expect(
    [
      ["a1", "a2", "a3"],
      ["a1", "b1", "c1"],
      ["a1", "b2", "c3", "d3", "e3"],
    ].map((cells) => inLine(board, cells)),
  ).toEqual([true, true, true]);
  expect([["a1", "a3"], ["a1", "b1", "b2"], ["a1"], ["a1", "z9"]].map((cells) => inLine(board, cells))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
