/** How finished matches of this device become summaries, and what other devices and files add to them. */
import type { Review, Snapshot } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { isOurs, python } from "$lib/net/local.svelte.ts";
import { HOME } from "$lib/net/place.ts";
import { Refused } from "$lib/net/refused.ts";
import { keepSummaries, type Player, readSummaries, type Summary } from "$lib/net/summaries.ts";
import { isAwake, isLocal } from "$lib/net/transport.ts";
import { isFurtherTry } from "./daily.ts";
import { kept, type Remembered } from "./kept.svelte.ts";

const FEW = 12; // players that are remembered one by one
const GONE: readonly string[] = ["no-match", "bad-token", "damaged"];
/** "187 · 1/3": the score and the place, as the list of matches has always stored them. */
const SCORE = /^(-?\d+) · (\d+)\/(\d+)$/;

/** Marks a deal of the day, and every try but the one that counts as practice. */
const dealMarks = (daily: string, game: string, match: string): Pick<Summary, "daily" | "practice"> => ({
  ...(daily && { daily }),
  ...(daily && isFurtherTry(daily, game, match) && { practice: true }),
});

export type Finished = Pick<Snapshot, "info" | "you" | "result" | "series">;

/** The summary of a match that is over, from what the table shows. */
export function summaryOf({ info, you, result, series }: Finished, held: Pick<Remembered, "when" | "here">): Summary | null {
  if (!result || you === null) return null;
  const { scores, places } = result;
  const few = scores.length <= FEW;
  const players = scores.map((score, seat): Player => {
    const { names = [], level = "" } = info.seats[seat] ?? {};
    return { name: names.join(" & "), level: names.length ? "" : level, score, place: places[seat]! };
  });
  return {
    match: info.match,
    game: info.game,
    when: held.when,
    server: isLocal(info.match) ? "" : HOME,
    seat: you,
    score: scores[you]!,
    place: places[you]!,
    of: scores.length,
    options: info.options,
    ...(few && { players }),
    ...(series && series.scores.length > 1 && { games: few ? series.scores : series.scores.map((game) => [game[you]!]) }),
    ...(info.commit && { commit: info.commit }),
    ...(result.digest && { digest: result.digest }),
    ...(info.practice && { practice: true }),
    ...(result.hints && { hints: true }),
    ...(held.here && { shared: true }),
    ...dealMarks(info.daily, info.game, info.match),
  };
}

/** The same from what earlier versions have kept of a match. */
export function oldSummaryOf({ match, game, when, seat, score, told, here, daily = "" }: Remembered): Summary | null {
  const [, points, place, of] = SCORE.exec(score ?? "") ?? [];
  if (!points) return null;
  return {
    match,
    game,
    when,
    server: isLocal(match) ? "" : HOME,
    seat,
    score: Number(points),
    place: Number(place),
    of: Number(of),
    ...(told && { commit: told.commit, digest: told.digest }),
    ...(here && { shared: true }),
    ...dealMarks(daily, game, match),
  };
}

/** Keeps the summary of a match that has just ended, and of all that this device still knows of. */
export async function keepFinished(shown: Finished, held: Remembered): Promise<void> {
  const summary = summaryOf(shown, held);
  await keepSummaries([...kept.seats.flatMap((seat) => oldSummaryOf(seat) ?? []), ...(summary ? [summary] : [])]);
  await keepForgotten().catch(tryLater);
}

/** Who cannot be asked now is asked again. */
function tryLater(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}

/** The matches of which everything is known. */
const wholeOnes = async (): Promise<Set<string>> =>
  new Set((await readSummaries()).all.filter(({ options }) => options).map(({ match }) => match));

/** Finished matches that Python keeps in this browser, if it is there: see local_server.py. */
async function finishedHere(): Promise<{ match: string; opened: number }[]> {
  if (!python.wanted) return [];
  const { engine } = await import("$lib/net/engine/engine.svelte.ts");
  if (engine.at !== "ready") return [];
  const { body } = await engine.ask({ method: "GET", path: "/finished", token: "", body: "" });
  return JSON.parse(body) as { match: string; opened: number }[];
}

/** The browser keeps more matches than the device has seats in its list. Whoever played them did so here. */
async function keepForgotten(): Promise<void> {
  const [found, whole] = [await finishedHere(), await wholeOnes()];
  const held = new Set(kept.seats.map(({ match }) => match));
  for (const { match, opened } of found.filter(({ match }) => isLocal(match) && !whole.has(match) && !held.has(match))) {
    const shown = await screenOf(match, "");
    if (!shown) continue;
    const people = [...shown.info.seats.keys()].filter((seat) => shown.info.seats[seat]!.kind === "person");
    const you = people.includes(shown.info.host) ? shown.info.host : (people[0] ?? null);
    const summary = summaryOf({ ...shown, you }, { when: opened * 1000, ...(people.length > 1 && { here: [] }) });
    if (summary) await keepSummaries([summary]);
  }
}

/** What is to be seen of a match; null if that cannot be said any more. */
async function screenOf(match: string, token: string): Promise<Snapshot | null> {
  try {
    return await api.screen(match, token);
  } catch (error) {
    if (!(error instanceof Refused) || !GONE.includes(error.code)) throw error;
    return null;
  }
}

/** Asks about the matches of which this device does not know everything yet, as long as that costs nothing. */
export async function catchUp(): Promise<void> {
  await keepSummaries(kept.seats.flatMap((seat) => oldSummaryOf(seat) ?? []));
  await keepHeld().then(keepForgotten).catch(tryLater);
}

async function keepHeld(): Promise<void> {
  const whole = await wholeOnes();
  for (const seat of kept.seats.filter(({ match, token }) => token && !whole.has(match) && isAwake(match))) {
    const shown = await screenOf(seat.match, seat.token);
    const summary = shown && summaryOf(shown, seat);
    if (summary) await keepSummaries([summary]);
  }
}

/** Adds what a review has found, if the match is in the history. */
export async function keepReview(match: string, { sums, scale }: Review, usual: string): Promise<void> {
  const summary = (await readSummaries()).all.find((one) => one.match === match);
  if (!summary || (summary.review?.loss === sums.loss && summary.review.decisions === sums.decisions)) return;
  const found = scale.find(({ level }) => level === usual)?.loss ?? null;
  const review = { when: Date.now(), loss: sums.loss, decisions: sums.decisions, luck: sums.luck, usual: found };
  await keepSummaries([{ ...summary, review }]);
}

const BROWSER_KEEPS = 200; // matches; see device_store.py

/** Whether the match can still be replayed here, as far as this device knows. */
export function replayable(all: readonly Summary[]): (summary: Summary) => boolean {
  const local = all.filter(({ server, imported }) => !server && !imported).sort((a, b) => b.when - a.when);
  const here = new Set(local.slice(0, BROWSER_KEEPS).map(({ match }) => match));
  return ({ match, server }) => (server ? server === HOME : here.has(match) && (isLocal(match) || isOurs(match)));
}
