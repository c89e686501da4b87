/**
 * Deals of the day: which there are, what this device has played, and how many days in a row.
 *
 * Kept under `tablee-daily`, as one object by deal, "2026-11-18 take-it-easy":
 *
 *     { match: "q2V0…", when: 1794992400000, score: 176, lines: [9, 5, 3], par: 166, better: 81, practice: 2 }
 *
 * `match` is the try that counts, begun at `when`; `score` and the values of its `lines` are there once it is over, `par` and `better`
 * once they are known. To merge two devices, take for each deal the entry with a score or, if both have one, the earlier, and the higher
 * number of tries for practice.
 *
 * The first match that is begun counts, and nothing else ever does: not a second one from another tab, nor one begun when the clock was
 * wrong. Only dates of deals are counted, never times, so no clock and no time zone can take a day away.
 */
import type { DailyInfo, GameInfo } from "$lib/generated/wire.ts";
import { scoped } from "$lib/net/place.ts";
import { onStorage, readStorage, writeStorage } from "$lib/net/storage.ts";
import { dayAt, type Day, isDay, later, mondayOf, numberOf, weekday } from "./day.ts";

export interface PlayedDeal {
  match: string;
  when: number; // ms since 1970
  score?: number;
  lines?: number[]; // their values, 0 for a ray
  par?: number;
  better?: number; // percent of the model's runs that scored less
  practice: number;
}

export type PlayedDeals = Record<string, PlayedDeal>;

export const DAILY = "tablee-daily";
const SATURDAY = 5;

let unsaved: PlayedDeals | null = null; // where nothing can be stored, it is known until the page is closed

export const playedDeals = (): PlayedDeals => unsaved ?? readStorage<PlayedDeals>(DAILY, {});

/** Calls back when another tab has changed something. */
export const onDeals = (changed: () => void): void => onStorage(DAILY, changed);

export const dealKey = (day: Day, game: string): string => `${day} ${game}`;

export const playedDeal = (day: Day, game: string): PlayedDeal | undefined => playedDeals()[dealKey(day, game)];

/** Reads what is stored, changes it and stores it again, at once: so two tabs do not overwrite each other's deals. */
function change(key: string, to: (before: PlayedDeal | undefined) => PlayedDeal): PlayedDeal {
  const all = playedDeals();
  const deal = to(all[key]);
  const next = { ...all, [key]: deal };
  unsaved = writeStorage(DAILY, next) ? null : next;
  return deal;
}

/** One tab at a time, where browsers can do that: over https, and on this machine. */
function exclusively<T>(what: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(scoped(DAILY), what) : what();
}

export interface BegunDeal {
  match: string;
  counts: boolean; // else it is practice
}

/**
 * Goes on with the try that counts, begins it or, once it is over, begins one for practice. `isThere` says whether a match that was begun
 * still exists: if a server has deleted it before it was over, there is another try.
 */
export function beginDeal(
  day: Day,
  game: string,
  create: () => Promise<string>,
  isThere: (match: string) => Promise<boolean>,
  now = Date.now(),
): Promise<BegunDeal> {
  return exclusively(async () => {
    const key = dealKey(day, game);
    const known = playedDeals()[key];
    if (known && known.score === undefined && (await isThere(known.match))) return { match: known.match, counts: true };
    const match = await create();
    const before = playedDeals()[key]; // without locks, another tab may have begun it meanwhile
    const counts = !before || (before.score === undefined && before.match === known?.match);
    change(key, (one) =>
      counts || !one ? { match, when: now, practice: one?.practice ?? 0 } : { ...one, practice: one.practice + 1 },
    );
    return { match, counts };
  });
}

/** Whether this match is the one that counts for its deal. */
export const counts = (day: Day, game: string, match: string): boolean => playedDeal(day, game)?.match === match;

/** Whether another match counts for its deal: then this one is practice. Of a deal that this device did not play, it knows nothing. */
export const isFurtherTry = (day: Day, game: string, match: string): boolean =>
  playedDeal(day, game) !== undefined && !counts(day, game, match);

/** Stores the result of the try that counts, once. Other matches change nothing. */
export function finishDeal(day: Day, game: string, match: string, score: number, lines: readonly number[]): void {
  const known = playedDeal(day, game);
  if (known?.match === match && known.score === undefined)
    change(dealKey(day, game), (one) => ({ ...one!, score, lines: [...lines] }));
}

/** Stores what the bots scored with a deal. */
export function keepPar(day: Day, game: string, par: number, better?: number): void {
  if (playedDeal(day, game)) change(dealKey(day, game), (one) => ({ ...one!, par, ...(better !== undefined && { better }) }));
}

// which deals there are
export interface DailyGame {
  game: string;
  daily: DailyInfo;
}

/** The games with a deal of the day, the shorter one first. */
export const dailyGames = (games: readonly GameInfo[]): DailyGame[] =>
  games.flatMap(({ id, daily }) => (daily ? [{ game: id, daily }] : []));

/** The options of a day's deal that differ from the defaults. */
export const dealOptions = ({ weekdays = {}, weekend = {} }: DailyInfo, day: Day): Record<string, string | number | boolean> =>
  weekday(day) >= SATURDAY ? weekend : weekdays;

/** Today, or the first day there is if this device's clock is behind it. */
export const todayOf = (first: Day, clock: Day): Day => (clock < first ? first : clock);

/** What comes after `#daily`: a date, and a game unless it is the first one. Null if that is no deal. */
export function readLink(hash: string, games: readonly DailyGame[]): { day: Day; game: string } | null {
  const [, day = "", game] = /^daily=([\d-]+)(?:,([\w-]+))?$/.exec(hash) ?? [];
  const found = game ? games.find((one) => one.game === game) : games[0];
  return found && isDay(day) && day >= found.daily.first ? { day, game: found.game } : null;
}

export const linkTo = (day: Day, game: string, games: readonly DailyGame[]): string =>
  `daily=${day}${games[0]?.game === game ? "" : `,${game}`}`;

// days in a row
/** The days on which a deal was played to the end. */
export const playedDays = (deals: PlayedDeals): Day[] =>
  [...new Set(Object.entries(deals).flatMap(([key, { score }]) => (score === undefined ? [] : [key.slice(0, 10)])))]
    .filter(isDay)
    .sort();

export interface Streak {
  days: number; // played
  rest: ReadonlySet<Day>; // days between them that were not, one a week
}

const NONE: Streak = { days: 0, rest: new Set() };

/** Runs of days, in which one day of each week, from Monday to Sunday, may be missing. */
function runsOf(played: readonly Day[]): Day[][] {
  const runs: Day[][] = [];
  let rested = new Set<Day>(); // the Mondays of weeks with a day off, in this run
  for (const day of played) {
    const run = runs.at(-1);
    const missing = run ? between(run.at(-1)!, day) : [];
    if (run && mayRest(missing, rested)) {
      run.push(day);
      for (const one of missing) rested.add(mondayOf(one));
    } else {
      runs.push([day]);
      rested = new Set();
    }
  }
  return runs;
}

const MOST_MISSING = 2; // in a row: a Sunday and a Monday

/** The days after one and before another; a few suffice to tell that a run is over. */
function between(before: Day, after: Day): Day[] {
  const count = Math.min(numberOf(after) - numberOf(before) - 1, MOST_MISSING + 1);
  return Array.from({ length: Math.max(0, count) }, (_, n) => later(before, n + 1));
}

function mayRest(missing: readonly Day[], rested: ReadonlySet<Day>): boolean {
  const weeks = missing.map(mondayOf);
  return new Set(weeks).size === weeks.length && weeks.every((week) => !rested.has(week));
}

const restOf = (run: readonly Day[]): Set<Day> => new Set(run.slice(1).flatMap((day, n) => between(run[n]!, day)));

/**
 * The days in a row up to today, which need not be played yet. If the clock was set back, or another time zone is a day behind, the run
 * that goes on beyond today counts.
 */
export function streakOf(played: readonly Day[], today: Day): Streak {
  const runs = runsOf(played);
  const told = (run: Day[] | undefined): Streak => (run ? { days: run.length, rest: restOf(run) } : NONE);
  const reaches = (run: Day[]): boolean =>
    run[0]! <= later(today, 1) &&
    (run.at(-1)! >= today || mayRest(between(run.at(-1)!, today), new Set([...restOf(run)].map(mondayOf))));
  const now = runs.findLast(reaches);
  if (now) return told(now);
  const last = runs.at(-1);
  return last && last[0]! > today ? told(last) : NONE;
}

export type DayState = "played" | "rest" | "open" | "ahead";

/** Whole weeks, from Monday to Sunday: those with these days, the current one last. */
export function weeksOf(today: Day, first: Day, weeks: number): Day[][] {
  const earliest = numberOf(mondayOf(first));
  const current = numberOf(mondayOf(today));
  return Array.from({ length: weeks }, (_, n) => current - 7 * (weeks - 1 - n))
    .filter((monday) => monday >= earliest)
    .map((monday) => Array.from({ length: 7 }, (_, n) => dayAt(monday + n)));
}

export function stateOf(day: Day, today: Day, played: ReadonlySet<Day>, rest: ReadonlySet<Day>): DayState {
  if (played.has(day)) return "played";
  if (day > today) return "ahead";
  return rest.has(day) ? "rest" : "open";
}

// what is shared
const SQUARES = ["⬜", "⬜", "🟪", "🟥", "🟦", "🟩", "🟥", "🟩", "🟧", "🟨"]; // by the value of a line, near the colour of its band

/** One square a line that scored: its colour tells the value, never a tile or a cell. */
export const squaresOf = (lines: readonly number[]): string => lines.map((value) => SQUARES[value] ?? "⬜").join("");
