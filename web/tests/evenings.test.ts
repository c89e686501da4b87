import { describe, expect, it } from "vitest";
import { asTable, eveningsOf, gamesOf, tally } from "../src/pages/box/evenings.ts";
import type { Scoring } from "../src/pages/box/score/scorings.svelte.ts";

const scoring = (more: Partial<Scoring>): Scoring => ({
  id: "1",
  game: "easy",
  when: 5,
  options: {},
  names: ["Ada", "Bo"],
  rounds: [],
  night: "1767366240000",
  ...more,
});
const rounds = (...points: number[][]): Scoring["rounds"] => points.map((some) => ({ papers: [], points: some }));

describe("game nights", () => {
  it("have the scorings of one evening in their order, the latest evening first", () => {
    const all = [
      scoring({ id: "3", night: "20" }),
      scoring({ id: "2", night: "10" }),
      scoring({ id: "1", night: "10" }),
      scoring({ night: undefined }),
    ];
    expect(eveningsOf(all).map(({ when, scorings }) => [when, scorings.map(({ id }) => id)])).toEqual([
      [20, ["3"]],
      [10, ["1", "2"]],
    ]);
  });

  it("count every game of a series, and rounds that make one game as one", () => {
    const games = gamesOf(scoring({ rounds: rounds([9, 4], [3, 3], [0, 0], []) }));
    expect(games.map(({ won }) => won)).toEqual([
      [true, false],
      [true, true],
    ]);
    const whole = gamesOf(scoring({ whole: true, rounds: rounds([5, 0], [0, 5]), places: [2, 1] }));
    expect(whole.map(({ points, won }) => [points, won])).toEqual([
      [
        [5, 5],
        [false, true],
      ],
    ]); // what decides between equals, the server knows
    expect(tally([...games, ...whole])).toEqual([
      { name: "Ada", games: 3, wins: 2, points: 17, best: 9 },
      { name: "Bo", games: 3, wins: 2, points: 12, best: 5 },
    ]);
  });

  it("are exported as a table in which no name becomes a formula", () => {
    const [head, ...rows] = asTable(
      eveningsOf([scoring({ names: ["=1+1", 'B "o"'], rounds: rounds([9, -4]) })]),
      ["Date", "Won"],
      () => "Take, easy",
    ).split("\r\n");
    expect(head).toBe('"Date","Won"');
    expect(rows).toEqual(['2026-01-02,1,"Take, easy","\'=1+1",9,1', '2026-01-02,1,"Take, easy","B ""o""",-4,0', ""]);
  });
});
