/** Begins deals of the day, and has bots play them: once for all parts of a page. */
import { api } from "$lib/net/api.ts";
import { Refused } from "$lib/net/refused.ts";
import { app } from "$lib/state/app.svelte.ts";
import { beginDeal, dailyGames, type DailyGame } from "$lib/state/daily.ts";
import type { Day } from "$lib/state/day.ts";
import { heldAt, hold } from "$lib/state/kept.svelte.ts";
import { ownName } from "$lib/state/practice.ts";
import { go } from "$lib/state/route.svelte.ts";
import { Runs } from "$lib/state/runs.svelte.ts";

const GONE: readonly string[] = ["no-match", "damaged"];

/** Whether a match that was begun can be gone on with; also if nobody can be asked now. */
async function isThere(match: string): Promise<boolean> {
  if (!heldAt(match)) return false;
  return api.table(match).then(
    ({ state }) => state !== "closed",
    (error: unknown) => !(error instanceof Refused && GONE.includes(error.code)),
  );
}

/** Goes to the try that counts or, once that is over, to one for practice. Raises Refused. */
export async function playDeal(day: Day, game: string): Promise<void> {
  const create = async (): Promise<string> => {
    const held = await api.playDeal(game, day, ownName(app.words));
    hold(held, game, [], day);
    return held.match;
  };
  go(`/t/${(await beginDeal(day, game, create, isThere)).match}`);
}

/** The games with deals, the one for newcomers first. */
export const dailies = (): DailyGame[] => dailyGames([...app.games].sort((a, b) => a.least - b.least));

const known = new Map<string, Runs>();

/** What bots score with a deal; null if the game has none. */
export function runsOf(day: Day, game: string): Runs | null {
  const daily = app.games.find(({ id }) => id === game)?.daily;
  if (!daily) return null;
  const key = `${day} ${game}`;
  const found = known.get(key) ?? new Runs((level, start) => api.dealRuns(game, day, level, start), daily.par, daily.field);
  known.set(key, found);
  return found;
}
