/** What a review says about a seat's play: sums that add up as shown, the moments that mattered, the curve. Values are millionths of a point. */
import type { Review, ReviewChoice, ReviewDecision, ReviewLevel, ReviewSums, ReviewTurn } from "$lib/generated/wire.ts";
import { isRung } from "./ladder.ts";

const TENTH = 100_000;
const WHOLE = 1_000_000;
const TILE = /^\d+-\d+-\d+$/;
const MOMENTS = 3;
const SHOWN_LEVELS = 4;

/** Rounded half away from zero, so that a gain and a loss of the same size look the same. */
const round = (value: number, unit: number): number => Math.sign(value) * Math.round(Math.abs(value) / unit) || 0;
export const tenths = (value: number): number => round(value, TENTH);
export const points = (value: number): number => round(value, WHOLE);

/** A number of tenths as people write it: "3.5", "−7.6", with a sign "+27.9"; in French "3,5". */
export function decimal(number: number, lang: string, signed = false): string {
  const text = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(number) / 10);
  const sign = number < 0 ? "−" : signed && number > 0 ? "+" : "";
  return sign + text;
}

export type Part = "start" | "luck" | "others" | "play" | "correction";
export interface SumRow {
  what: Part;
  value: number; // losses are negative
  tenths: number;
}

/**
 * What the result is made of, in tenths of a point that add up to the result as it is shown: where rounding leaves a gap, the rows that
 * were rounded most take it. What is 0.0 is left out, apart from the start, luck and play.
 */
export function rowsOf(sums: ReviewSums, whole = true): SumRow[] {
  const values: [Part, number][] = [
    ["start", sums.start],
    ["luck", sums.luck],
    ["others", sums.others],
    ["play", -sums.loss],
    ["correction", sums.correction],
  ];
  const rows = values.map(([what, value]) => ({ what, value, tenths: tenths(value) }));
  if (whole) share(rows, tenths(sums.result) - rows.reduce((sum, row) => sum + row.tenths, 0));
  return rows.filter(({ what, tenths }) => tenths !== 0 || what === "start" || what === "luck" || what === "play");
}

function share(rows: SumRow[], gap: number): void {
  const step = Math.sign(gap);
  const off = ({ value, tenths }: SumRow): number => (value / TENTH - tenths) * step;
  const order = rows.filter(({ tenths }) => tenths !== 0).sort((a, b) => off(b) - off(a));
  for (let left = Math.abs(gap), n = 0; left > 0 && order.length; left -= 1, n += 1) order[n % order.length]!.tenths += step;
}

/** One sentence about the sum, as message ids with whole points. Empty parts are left out. */
export interface SumSentence {
  luck: { how: "kind" | "unkind" | "even"; points: number };
  others: number; // points, with a sign
  play: { choices: number; points: number };
  /** How much too high the forecast was, if that is more than the play cost; below 0 if it was too low. */
  forecast: number;
}

export function sentenceOf(sums: ReviewSums, decided: readonly Decided[]): SumSentence {
  const luck = points(sums.luck);
  const cost = points(sums.loss);
  const forecast = -points(sums.correction);
  return {
    luck: { how: luck > 0 ? "kind" : luck < 0 ? "unkind" : "even", points: Math.abs(luck) },
    others: points(sums.others),
    play: { choices: decided.filter(({ decision }) => tenths(decision.loss) > 0).length, points: cost },
    forecast: Math.abs(forecast) > Math.max(cost, 0) ? forecast : 0,
  };
}

/** A decision, and where it stands in the match. */
export interface Decided {
  n: number; // from 0
  game: number;
  round: number;
  /** The tile that it answers, and how many have come, if it answers a tile. */
  tile: string;
  tiles: number;
  decision: ReviewDecision;
  chosen: ReviewChoice;
  best: ReviewChoice;
  /** The best of the others, if there are any. */
  second: ReviewChoice | null;
}

export function decisionsOf(turns: readonly ReviewTurn[]): Decided[] {
  const found: Decided[] = [];
  let tiles = 0;
  let game = 0;
  for (const turn of turns) {
    if (turn.game !== game) [tiles, game] = [0, turn.game];
    const tile = turn.changes?.findLast(({ what, text = "" }) => what === "luck" && TILE.test(text))?.text ?? "";
    if (tile) tiles += 1;
    const { decision } = turn;
    if (!decision) continue;
    const { choices } = decision;
    const others = choices.filter((_, place) => place !== decision.best).sort((a, b) => a.behind - b.behind);
    found.push({
      n: found.length,
      game: turn.game,
      round: turn.round,
      tile,
      tiles,
      decision,
      chosen: choices[decision.chosen]!,
      best: choices[decision.best]!,
      second: others[0] ?? null,
    });
  }
  return found;
}

/** The decisions in which most was lost, beyond doubt and as it is shown; those that lost most come first. */
export const momentsOf = (decided: readonly Decided[]): Decided[] =>
  decided
    .filter(({ decision }) => decision.real && decision.improvable && tenths(decision.loss) > 0)
    .sort((a, b) => b.decision.loss - a.decision.loss || a.n - b.n)
    .slice(0, MOMENTS);

/** How much better the chosen action was than the best of the others, beyond doubt; 0 if another was better or as good. */
export const gainOf = ({ decision, chosen, second }: Decided): number =>
  second && decision.chosen === decision.best && chosen.behind === 0 && second.behind > second.doubt ? second.behind : 0;

/** The decision in which the best action was chosen and was worth most more than any other. */
export function bestOf(decided: readonly Decided[]): Decided | null {
  const real = decided.filter(({ decision }) => decision.real);
  const found = real.reduce<Decided | null>((best, one) => (gainOf(one) > (best ? gainOf(best) : 0) ? one : best), null);
  return found && tenths(gainOf(found)) > 0 ? found : null;
}

/** In how many real decisions nothing was better beyond doubt. */
export function foundOf(decided: readonly Decided[]): { found: number; of: number } {
  const real = decided.filter(({ decision }) => decision.real);
  return { found: real.filter(({ decision }) => !decision.improvable).length, of: real.length };
}

/** The value of the position after each decision, for each part of the match; `n` is -1 at its start, and that of the last decision at its end. */
export interface CurvePoint {
  n: number;
  value: number;
}

export function curveOf(turns: readonly ReviewTurn[]): CurvePoint[][] {
  const parts: CurvePoint[][] = [];
  let n = -1;
  for (const turn of turns) {
    if (typeof turn.start === "number" || !parts.length) parts.push([{ n, value: turn.start ?? 0 }]);
    const part = parts.at(-1)!;
    if (turn.decision) {
      n += 1;
      part.push({ n, value: turn.decision.choices[turn.decision.chosen]!.value });
    }
    if (typeof turn.result === "number") {
      if (part.at(-1)!.n === n && part.length > 1) part.pop();
      part.push({ n, value: turn.result });
    }
  }
  return parts;
}

/** Round numbers for an axis: a few, from below the least to above the most. */
export function axisOf(least: number, most: number, lines = 4): number[] {
  const span = Math.max(most - least, WHOLE);
  const steps = [1, 2, 5].flatMap((one) => [one, one * 10, one * 100].map((step) => step * WHOLE)).sort((a, b) => a - b);
  const step = steps.find((one) => span / one <= lines) ?? steps.at(-1)!;
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}

/** What a decision costs on average: yours here. Null if there was no real one. */
export const perDecision = (sums: ReviewSums): number | null => (sums.decisions ? sums.loss / sums.decisions : null);

/** Bots to compare with, the best first: the people on the ladder, or else the levels; if there are many, the nearest ones. */
export function levelsOf(scale: readonly ReviewLevel[], yours: number): ReviewLevel[] {
  const people = scale.filter(({ level }) => isRung(level));
  const near = (people.length ? people : [...scale])
    .sort((a, b) => Math.abs(a.loss - yours) - Math.abs(b.loss - yours))
    .slice(0, SHOWN_LEVELS);
  return near.sort((a, b) => a.loss - b.loss);
}

/** The whole of a review that came in several answers. */
export const joined = (before: Review | null, more: Review): Review => ({
  ...more,
  start: 0,
  turns: [...(before?.turns.slice(0, more.start) ?? []), ...more.turns],
});
