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

/** The seats from the best to the worst; equal ones in the order of their seats. */
export const ranked = ({ places }: Standing): number[] => [...places.keys()].sort((a, b) => places[a]! - places[b]! || a - b);

/** Of many: the leaders and those next to this seat, without it. A spectator is next to nobody. */
export function leadersAndNeighbours(order: readonly number[], you: number | null, most: number): number[] {
  const others = order.filter((seat) => seat !== you);
  const at = you === null ? 0 : order.indexOf(you); // among the others, the first behind
  const leaders = others.slice(0, you === null ? most : Math.ceil(most / 2));
  const near = others.map((seat, n) => ({ seat, far: n < at ? at - n - 0.5 : n - at })).sort((a, b) => a.far - b.far);
  const found = new Set([...leaders, ...near.map(({ seat }) => seat).filter((seat) => !leaders.includes(seat))].slice(0, most));
  return others.filter((seat) => found.has(seat));
}

/** The scores of the finished games, added up; empty before the first has ended. */
export const totals = ({ scores }: Series): number[] =>
  (scores[0] ?? []).map((_, seat) => scores.reduce((sum, game) => sum + game[seat]!, 0));
