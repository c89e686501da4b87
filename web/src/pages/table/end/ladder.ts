/** Between which levels a score lies, by what they score on average. */
import type { LevelMean } from "$lib/generated/wire.ts";

export interface Ladder {
  /** The strongest level whose average the score exceeds. */
  beaten: LevelMean | null;
  /** The gentlest of the others. */
  next: LevelMean | null;
  /** The whole points that it is away. */
  away: number;
}

export function ladderOf(levels: readonly LevelMean[], score: number): Ladder {
  const rising = [...levels].sort((a, b) => a.mean - b.mean);
  const beaten = rising.findLast(({ mean }) => score > mean) ?? null;
  const next = rising.find(({ mean }) => score <= mean) ?? null;
  return { beaten, next, away: next ? Math.max(1, Math.ceil(next.mean - score)) : 0 };
}
