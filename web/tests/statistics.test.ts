/** What summaries add up to. */
import { describe, expect, it } from "vitest";
import type { Summary } from "../src/lib/net/summaries.ts";
import * as stats from "../src/lib/state/statistics.ts";
import { figure } from "../src/pages/history/format.ts";

const BOT = { name: "", level: "greedy" };
let clock = 0;
/** A match against others, with these points; one's own first. */
function match(scores: number[], more: Partial<Summary> = {}): Summary {
  clock += 1;
  const places = scores.map((score) => 1 + scores.filter((other) => other > score).length);
  const players = scores.map((score, seat) => ({ ...(seat ? BOT : { name: "Ada", level: "" }), score, place: places[seat]! }));
  return {
    match: `m${clock}`,
    game: "take-it-easy",
    when: clock,
    server: "",
    seat: 0,
    score: scores[0]!,
    place: places[0]!,
    of: scores.length,
    options: { rays: "none" },
    players,
    ...more,
  };
}
const review = (loss: number, luck: number, decisions = 10) => ({
  review: { when: 0, loss: loss * 1e6, luck: luck * 1e6, decisions, usual: null },
});
const solo = (...scores: number[]): stats.Game[] => stats.gamesOf(scores.map((score) => match([score])));

describe("games", () => {
  it("are told from the oldest on, and a series by its games", () => {
    const first = match([9]);
    const series = match([300, 280], {
      games: [
        [100, 120],
        [200, 160],
      ],
    });
    const games = stats.gamesOf([series, first]);
    expect(games.map(({ score, place }) => [score, place])).toEqual([
      [9, 1],
      [100, 2],
      [200, 1],
    ]);
  });

  it("in a big room have no places of their own in a series", () => {
    const { players: _, ...big } = match([5], { of: 13, games: [[2], [3]] });
    expect(stats.gamesOf([big]).map(({ score, place }) => [score, place])).toEqual([
      [2, 0],
      [3, 0],
    ]);
    expect(stats.figuresOf(stats.gamesOf([big])).against).toBe(0);
  });

  it("with hints, a guide or several people here do not count", () => {
    const some = [match([1]), match([1], { hints: true }), match([1], { practice: true }), match([1], { shared: true })];
    expect(some.map(stats.counts)).toEqual([true, false, false, false]);
  });
});

describe("filters", () => {
  const { options: _, players: __, ...old } = match([1, 2]);
  const all = [
    match([1]),
    match([1, 2], { options: { rays: "some" } }),
    old,
    match([3], { game: "limits" }),
    match([1, 2], { players: [BOT, { name: "Bo", level: "" }].map((one) => ({ ...one, score: 1, place: 1 })), seat: 0 }),
  ];

  it("choose by game, options and opponent", () => {
    const count = (filter: Partial<stats.Filter>): number =>
      stats.filtered(all, { game: "take-it-easy", options: "", opponent: "", ...filter }).length;
    expect(count({})).toBe(4);
    expect(count({ game: "limits" })).toBe(1);
    expect(count({ options: stats.optionsOf(all[1]!) })).toBe(1);
    expect(count({ options: "?" })).toBe(1);
    expect(count({ opponent: stats.ALONE })).toBe(1);
    expect(count({ opponent: "bot greedy" })).toBe(1);
    expect(count({ opponent: "person Bo" })).toBe(1);
  });

  it("list the most frequent first", () => {
    expect(stats.tally(["a", "b", "b", "c"])).toEqual([
      ["b", 2],
      ["a", 1],
      ["c", 1],
    ]);
  });
});

describe("figures", () => {
  it("are those of the last twenty games, and of the twenty before", () => {
    const games = solo(...Array<number>(20).fill(100), ...Array<number>(20).fill(130));
    expect(stats.figuresOf(games)).toMatchObject({ average: 130, latest: 20, change: 30, won: 0, against: 0 });
    expect(stats.figuresOf(games.slice(1)).change).toBeNull();
    expect(stats.figuresOf(games.slice(0, 3))).toMatchObject({ latest: 3, change: null });
  });

  it("count a shared first place as no win", () => {
    const games = stats.gamesOf([match([5, 4]), match([5, 5]), match([4, 5]), match([9])]);
    expect(stats.figuresOf(games)).toMatchObject({ won: 1, against: 3, best: { score: 9 } });
  });

  it("are written with a true minus and the decimal sign of the language", () => {
    expect([figure(-7, "en"), figure(21, "en", 0, true), figure(0.15, "fr", 2), figure(-0.01, "en", 1, true)]).toEqual([
      "−7",
      "+21",
      "0,15",
      "0.0",
    ]);
  });
});

describe("plots", () => {
  it("have a mean of ten games, of more where there are hundreds", () => {
    expect([10, 64, 300, 5000].map(stats.windowOf)).toEqual([10, 10, 15, 250]);
    expect(stats.rolling([1, 2, 3, 4], 2)).toEqual([1.5, 2.5, 3.5].map((value, n) => ({ n: n + 1, value })));
  });

  it("have round axes", () => {
    expect(stats.axisOf(97, 224, 4)).toEqual([50, 100, 150, 200, 250]);
    expect(stats.axisOf(-3, 4, 4)).toEqual([-4, -2, 0, 2, 4]);
    expect(stats.axisOf(5, 5, 4)).toEqual([5, 6]);
  });

  it("have bars that hold every score, below zero, too", () => {
    const bars = stats.barsOf([-12, -1, 0, 9, 10, 63]);
    expect(bars[0]!.from).toBeLessThanOrEqual(-12);
    expect(bars.at(-1)!.to).toBeGreaterThan(63);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    expect(bars.every(({ from, to }, n) => !n || from === bars[n - 1]!.to || to < from)).toBe(true);
    expect(stats.barsOf([7])).toEqual([{ from: 7, to: 8, count: 1 }]);
  });

  it("count whom one was ahead of: of all of that kind at the table", () => {
    const games = stats.gamesOf([match([5, 4, 3]), match([5, 4, 6]), match([5, 5])]);
    expect(stats.againstOf(games)).toEqual([{ opponent: "bot greedy", won: 1, of: 3 }]);
  });
});

describe("what reviews found", () => {
  const reviewed = stats.reviewedOf([...Array(16).keys()].map((n) => match([1], review(n < 8 ? 10 : 2, n % 2 ? 6 : -2))));

  it("is told by groups in the order of play", () => {
    const groups = stats.lossesOf(reviewed);
    expect(groups.map(({ from, to }) => to - from)).toEqual(Array(8).fill(2));
    expect([groups[0]!.value, groups[7]!.value]).toEqual([1, 0.2]);
  });

  it("says what luck brought a game, and what chance alone does", () => {
    const { mean, usual, groups } = stats.luckOf(reviewed);
    expect(mean).toBe(2);
    expect(usual).toBeCloseTo((1.96 * 4 * Math.sqrt(16 / 15)) / 4);
    expect(groups.every(({ value }) => value === 2)).toBe(true);
  });

  it("counts the games of a series, and leaves out matches without a decision", () => {
    const series = match([3], { games: [[1], [2]], ...review(1, 8) });
    expect(stats.luckOf(stats.reviewedOf([series, series])).mean).toBe(4);
    expect(stats.reviewedOf([match([1], review(1, 1, 0)), match([1])])).toEqual([]);
  });
});

it("records are the best, the widest win, the fewest points lost and the most wins in a row", () => {
  const games = stats.gamesOf([
    match([5, 4]),
    match([9, 1], review(5, 0)),
    match([2, 7], review(3, 0)),
    match([6, 5]),
    match([12]),
  ]);
  expect(stats.recordsOf(games).map(({ what, value, number }) => [what, value, number])).toEqual([
    ["best", 12, 5],
    ["widest", 8, 2],
    ["fewest", 0.3, 3],
    ["streak", 2, 2],
  ]);
  expect(stats.recordsOf(solo(3)).map(({ what }) => what)).toEqual(["best"]);
});

it("5,000 games are no more than arrays can take", () => {
  const games = solo(...Array.from({ length: 5000 }, (_, n) => (n * 37) % 251));
  expect(stats.figuresOf(games).best.score).toBe(250);
  expect(stats.barsOf(games.map(({ score }) => score)).reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(
    stats.rolling(
      games.map(({ score }) => score),
      stats.windowOf(5000),
    ),
  ).toHaveLength(4751);
});
