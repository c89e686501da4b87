import { expect, it } from "vitest";
import type { GameInfo } from "../src/lib/generated/wire.ts";
import type { Player, Summary } from "../src/lib/net/summaries.ts";
import { againstRung, climbedAt, climbsIn, nextRung, RUNGS } from "../src/lib/state/ladder.ts";

const player = (level: string): Player => ({ name: level ? "" : "Ada", level, score: 0, place: 1 });
let when = 0;
const match = (level: string, won: boolean, more: Partial<Summary> = {}): Summary => ({
  match: `${(when += 1)}`,
  game: "limits",
  when,
  server: "",
  seat: 0,
  score: 0,
  place: won ? 1 : 2,
  of: 2,
  players: [player(""), player(level)],
  ...more,
});
const next = (...summaries: Summary[]): number => nextRung(climbsIn("limits", summaries));

it("two matches of three have to be won to meet the next", () => {
  expect(next()).toBe(1);
  expect(next(match("rung-1", true))).toBe(1);
  expect(next(match("rung-1", true), match("rung-1", false), match("rung-1", true))).toBe(2);
  const apart = [true, false, false, true].map((won) => match("rung-1", won));
  expect(next(...apart)).toBe(1);
  expect(climbsIn("limits", apart).get("rung-1")!.last).toEqual([false, false, true]);
});

it("matches count in the order in which they were played", () => {
  const [a, b, c, d] = [true, true, false, false].map((won) => match("rung-1", won)) as [Summary, Summary, Summary, Summary];
  expect(next(d, b, c, a)).toBe(2);
});

it("whoever was beaten once stays beaten, and each game has a ladder of its own", () => {
  const all = [true, true, false, false, false].map((won) => match("rung-1", won));
  expect(next(...all)).toBe(2);
  expect(nextRung(climbsIn("take-it-easy", all))).toBe(1);
});

it("the next one is the first who is still to be beaten, and the top is above the tenth", () => {
  const beaten = (rung: number): Summary[] => [match(`rung-${rung}`, true), match(`rung-${rung}`, true)];
  expect(next(...beaten(1), ...beaten(3))).toBe(2);
  expect(next(...Array.from({ length: RUNGS }, (_, n) => beaten(n + 1)).flat())).toBe(RUNGS + 1);
});

it("only one person against one level of the ladder climbs, without hints and practice", () => {
  const among = (...levels: string[]): string => climbedAt(match("", true, { players: levels.map(player) }));
  expect(among("", "rung-2", "rung-2")).toBe("rung-2");
  expect(among("", "rung-2", "rung-3")).toBe("");
  expect(among("", "", "rung-2")).toBe("");
  expect(among("", "expert")).toBe("");
  expect(among("")).toBe("");
  for (const mark of ["hints", "practice", "shared"] as const)
    expect(climbedAt(match("rung-2", true, { [mark]: true }))).toBe("");
});

it("a table has as few seats as the game needs, and at least one rival", () => {
  const seats = (least: number): number => againstRung({ least } as GameInfo, 4).length;
  expect([1, 2, 3].map(seats)).toEqual([2, 2, 3]);
  expect(againstRung({ least: 3 } as GameInfo, 4)[2]).toEqual({ kind: "bot", level: "rung-4" });
});
