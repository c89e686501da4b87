/** How a series stands. */
import type { Series } from "./wire.ts";

/** What each seat has, and the place it has with that. */
export interface Standing {
  scores: readonly number[];
  places: readonly number[];
}

/** The most points are first; equals share a place. */
export const standing = (scores: readonly number[]): Standing => ({
  scores,
  places: scores.map((score) => 1 + scores.filter((other) => other > score).length),
});

/** The scores of the finished games, added up; empty before the first has ended. */
export const totals = ({ scores }: Series): number[] => (scores[0] ?? []).map((_, seat) => scores.reduce((sum, game) => sum + game[seat]!, 0));
