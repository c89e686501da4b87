/** The standings of a series. */
import type { Series } from "$lib/generated/wire.ts";

/** Each seat's points, and its place. */
export interface Standing {
  scores: readonly number[];
  places: readonly number[];
}

/** Most points first; ties share a place. */
export const standing = (scores: readonly number[]): Standing => ({
  scores,
  places: scores.map((score) => 1 + scores.filter((other) => other > score).length),
});

/** The points between the first place and the next score; null if nobody else has one. */
export function margin({ scores }: Standing): number | null {
  const [first, second] = [...scores].sort((a, b) => b - a);
  return second === undefined ? null : first! - second;
}

/** The scores of the finished games, added up; empty before the first has ended. */
export const totals = ({ scores }: Series): number[] =>
  (scores[0] ?? []).map((_, seat) => scores.reduce((sum, game) => sum + game[seat]!, 0));
