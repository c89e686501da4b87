/** The ladder of a game: ten people to climb past. Whoever beats one of them in two matches of three meets the next. What was won
 * follows from the summaries of finished matches, so it comes along to another device. */
import type { GameInfo, SeatWish } from "$lib/generated/wire.ts";
import { readStorage, writeStorage } from "$lib/net/storage.ts";
import type { Summary } from "$lib/net/summaries.ts";

export const RUNGS = 10;
const KEY = "tablee-ladder";
const OF = 3; // matches in a row …
const WINS = 2; // … of which so many have to be won

/** The last matches against somebody, the latest last, and whether they were ever beaten. */
export interface Climb {
  last: readonly boolean[];
  beaten: boolean;
}

export const levelOf = (rung: number): string => `rung-${rung}`;
/** Whether a level is somebody on the ladder. */
export const isRung = (level: string): boolean => /^rung-\d+$/.test(level);

/** Whether everybody is shown at once. */
export const showsAll = (): boolean => readStorage(KEY, { all: false }).all;
export const showAll = (all: boolean): void => void writeStorage(KEY, { all });

/** The level of the ladder against which one person has played a match, or "". */
export function climbedAt({ players = [], seat, practice, hints, shared }: Summary): string {
  const levels = new Set(players.filter((_, other) => other !== seat).map(({ level }) => level));
  const [level = ""] = levels;
  return !practice && !hints && !shared && levels.size === 1 && isRung(level) ? level : "";
}

/** How somebody has climbed in one game, by level. */
export function climbsIn(game: string, summaries: readonly Summary[]): Map<string, Climb> {
  const found = new Map<string, Climb>();
  for (const summary of summaries.filter((one) => one.game === game).sort((a, b) => a.when - b.when)) {
    const level = climbedAt(summary);
    if (!level) continue;
    const before = found.get(level);
    const last = [...(before?.last ?? []), summary.place === 1].slice(-OF);
    found.set(level, { last, beaten: Boolean(before?.beaten) || last.filter(Boolean).length >= WINS });
  }
  return found;
}

/** The first one who is still to be beaten; RUNGS + 1 if nobody is. */
export function nextRung(climbs: ReadonlyMap<string, Climb>): number {
  let rung = 1;
  while (rung <= RUNGS && climbs.get(levelOf(rung))?.beaten) rung += 1;
  return rung;
}

/** The seats of a match against one of them: as few as the game needs. */
export const againstRung = ({ least }: GameInfo, rung: number): SeatWish[] => [
  { kind: "open" },
  ...Array.from({ length: Math.max(1, least - 1) }, (): SeatWish => ({ kind: "bot", level: levelOf(rung) })),
];
