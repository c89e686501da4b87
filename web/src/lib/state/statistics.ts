/** What summaries of matches add up to: averages, curves, distributions, opponents, records. */
import type { ReviewSummary, Summary } from "$lib/net/summaries.ts";
import { comparedBy } from "./kept.svelte.ts";
import { standing } from "./series.ts";

export const ENOUGH = 10; // games, for plots
const LATEST = 20; // games, for the average
const CURVE = 10; // games, for the mean curve; more if there are hundreds
const PARTS = 8; // points of a curve that goes by groups of games
const BARS = 14;

/** One game: a match, or a game of a series. */
export interface Game {
  summary: Summary;
  score: number;
  place: number;
  of: number;
  /** Everybody's points by seat; null if they are not known. */
  scores: readonly number[] | null;
}

/** Whether a match says how somebody plays: guided games, hints and several people on one device do not. */
export const counts = ({ practice, hints, shared }: Summary): boolean => !practice && !hints && !shared;

/** The games of these matches, the oldest first. */
export const gamesOf = (summaries: readonly Summary[]): Game[] =>
  [...summaries].sort((a, b) => a.when - b.when || (a.match < b.match ? -1 : 1)).flatMap(ofMatch);

function ofMatch(summary: Summary): Game[] {
  const { games, players, seat, score, place, of } = summary;
  if (!games) return [{ summary, score, place, of, scores: players?.map((player) => player.score) ?? null }];
  return games.map((scores) => {
    if (scores.length !== of) return { summary, score: scores[0]!, place: 0, of, scores: null }; // in a big room
    return { summary, score: scores[seat]!, place: standing(scores).places[seat]!, of, scores };
  });
}

// filters
export interface Filter {
  game: string;
  options: string; // as `optionsOf` says; empty for all
  opponent: string; // as `opponentsOf` says; empty for all
}

export const optionsOf = ({ game, options }: Summary): string => (options ? comparedBy(game, options) : "?");

export const ALONE = "alone";

/** The others at the table, each once: `bot LEVEL` or `person NAME`. */
export function opponentsOf({ players, seat, of }: Summary): string[] {
  if (of === 1) return [ALONE];
  const others = (players ?? []).filter((_, n) => n !== seat);
  return [...new Set(others.map(({ name, level }) => (level ? `bot ${level}` : `person ${name}`)))];
}

export const filtered = (summaries: readonly Summary[], { game, options, opponent }: Filter): Summary[] =>
  summaries.filter(
    (one) => one.game === game && (!options || optionsOf(one) === options) && (!opponent || opponentsOf(one).includes(opponent)),
  );

/** Each value and how often it occurs, the most frequent first. */
export function tally(values: readonly string[]): [string, number][] {
  const found = new Map<string, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

// figures
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Figures {
  average: number;
  /** Of how many games. */
  latest: number;
  /** The average less that of as many games before; null if there are not as many. */
  change: number | null;
  best: Game;
  won: number;
  /** Games with others. */
  against: number;
}

/** Of at least one game. */
export function figuresOf(games: readonly Game[]): Figures {
  const latest = Math.min(LATEST, games.length);
  const score = ({ score }: Game): number => score;
  const average = mean(games.slice(-latest).map(score));
  const before = games.slice(-2 * latest, -latest);
  const contested = games.filter(({ of, place }) => of > 1 && place > 0);
  return {
    average,
    latest,
    change: before.length === latest && latest === LATEST ? average - mean(before.map(score)) : null,
    best: games.reduce((best, one) => (one.score > best.score ? one : best)),
    won: contested.filter(isWon).length,
    against: contested.length,
  };
}

/** Whether nobody else shares the first place. */
export const isWon = ({ place, score, scores }: Game): boolean =>
  place === 1 && (scores ?? []).filter((other) => other === score).length <= 1;

// plots
/** How many games the mean curve takes together. */
export const windowOf = (count: number): number => Math.max(CURVE, Math.round(count / 100) * 5);

/** The mean of this many games up to each one, from the first that has so many. */
export function rolling(values: readonly number[], window: number): { n: number; value: number }[] {
  let sum = 0;
  return values.flatMap((value, n) => {
    sum += value - (n >= window ? values[n - window]! : 0);
    return n >= window - 1 ? [{ n, value: sum / window }] : [];
  });
}

/** Round steps for an axis or for bars: 1, 2, 5, 10, 20, 50 … */
export function stepOf(span: number, most: number): number {
  for (let power = 1; ; power *= 10) for (const digit of [1, 2, 5]) if (span / (digit * power) <= most) return digit * power;
}

/** At least two round numbers that reach from the least to the most. */
export function axisOf(least: number, most: number, lines: number): number[] {
  const step = stepOf(Math.max(1, most - least), lines);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step));
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

export interface Bar {
  from: number;
  /** The next one begins there. */
  to: number;
  count: number;
}

export function barsOf(values: readonly number[]): Bar[] {
  const [least, most] = extent(values);
  const step = stepOf(most - least + 1, BARS - 1);
  const first = Math.floor(least / step);
  const bars = Array.from({ length: Math.floor(most / step) - first + 1 }, (_, n) => ({
    from: (first + n) * step,
    to: (first + n + 1) * step,
    count: 0,
  }));
  for (const value of values) bars[Math.floor(value / step) - first]!.count += 1;
  return bars;
}

/** The least and the most. Thousands of arguments at once are too many for Math.min. */
export const extent = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);

export interface Against {
  opponent: string;
  won: number;
  of: number;
}

/** How often you were ahead of every such opponent at the table, the most frequent opponents first. */
export function againstOf(games: readonly Game[]): Against[] {
  const found = new Map<string, Against>();
  for (const { summary, score, scores } of games) {
    if (!scores || !summary.players || summary.of < 2) continue;
    for (const opponent of opponentsOf(summary)) {
      const theirs = scores.filter((_, seat) => {
        const { name, level } = summary.players![seat]!;
        return seat !== summary.seat && opponent === (level ? `bot ${level}` : `person ${name}`);
      });
      const so = found.get(opponent) ?? { opponent, won: 0, of: 0 };
      found.set(opponent, { opponent, won: so.won + Number(theirs.every((other) => other < score)), of: so.of + 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.of - a.of || b.won - a.won || (a.opponent < b.opponent ? -1 : 1));
}

// what reviews have found
export interface Reviewed {
  summary: Summary;
  review: ReviewSummary;
  /** How many games it was. */
  games: number;
}

export const reviewedOf = (summaries: readonly Summary[]): Reviewed[] =>
  [...summaries]
    .sort((a, b) => a.when - b.when)
    .flatMap((summary) =>
      summary.review?.decisions ? [{ summary, review: summary.review, games: summary.games?.length ?? 1 }] : [],
    );

/** A group of matches in a row: from which to which, and a value of all of them. */
export interface Group {
  from: number;
  to: number;
  value: number;
}

/** As many groups as there is room for, of nearly the same size. */
function groups(matches: readonly Reviewed[], value: (some: readonly Reviewed[]) => number): Group[] {
  const parts = Math.min(PARTS, matches.length);
  return Array.from({ length: parts }, (_, n) => {
    const [from, to] = [Math.round((n * matches.length) / parts), Math.round(((n + 1) * matches.length) / parts)];
    return { from, to, value: value(matches.slice(from, to)) };
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Points lost with each decision. */
export const lossPer = (some: readonly Reviewed[]): number =>
  sum(some.map(({ review }) => review.loss)) / sum(some.map(({ review }) => review.decisions)) / 1e6;
const luckPer = (some: readonly Reviewed[]): number =>
  sum(some.map(({ review }) => review.luck)) / sum(some.map(({ games }) => games)) / 1e6;

export const lossesOf = (matches: readonly Reviewed[]): Group[] => groups(matches, lossPer);

export interface Luck {
  /** Points a game. */
  mean: number;
  /** Chance alone moves the mean by less than this, 95 times of 100. */
  usual: number;
  groups: Group[];
}

/** Of at least two matches. */
export function luckOf(matches: readonly Reviewed[]): Luck {
  const values = matches.map((one) => luckPer([one]));
  const middle = mean(values);
  const spread = Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1));
  return { mean: luckPer(matches), usual: (1.96 * spread) / Math.sqrt(values.length), groups: groups(matches, luckPer) };
}

// records
export interface PersonalRecord {
  what: "best" | "widest" | "fewest" | "streak";
  value: number;
  summary: Summary;
  /** Which game it was, counted from 1 and from the oldest. */
  number: number;
}

export function recordsOf(games: readonly Game[]): PersonalRecord[] {
  const most = (what: PersonalRecord["what"], value: (game: Game, n: number) => number | null): PersonalRecord[] => {
    let found: PersonalRecord | null = null;
    games.forEach((game, n) => {
      const here = value(game, n);
      if (here !== null && (!found || here > found.value)) found = { what, value: here, summary: game.summary, number: n + 1 };
    });
    return found ? [found] : [];
  };
  let run = 0;
  return [
    ...most("best", ({ score }) => score),
    ...most("widest", (game) => (isWon(game) && game.scores && game.of > 1 ? game.score - second(game.scores) : null)),
    ...most("fewest", ({ summary: { review } }) => (review?.decisions ? -review.loss / review.decisions / 1e6 : null)).map(
      (one) => ({ ...one, value: -one.value }),
    ),
    ...most("streak", (game) => {
      run = game.of > 1 && isWon(game) ? run + 1 : 0;
      return run > 1 ? run : null;
    }),
  ];
}

const second = (scores: readonly number[]): number => [...scores].sort((a, b) => b - a)[1]!;
