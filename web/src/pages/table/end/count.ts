/** The count at the end of a game, from the score sheets alone: what is told, how long each step takes, and the totals on the way. */
import type { SheetRow } from "$lib/generated/wire.ts";
import { type Sheet, sheetOf } from "$lib/state/sheet.ts";

export const LONGEST = 12_000; // ms, for the whole count
const FULL = 1200; // mute the board, draw the line, its points, the total, hold
const SHORTEST = 420; // a line that scores is never told faster, unless there are too many
const NOTHING = 120; // a line that scores nothing
const STILL = 600; // with reduced motion

const has = (row: SheetRow, arg: string): boolean => Number(row.what.args[arg] ?? 0) > 0;
/** Whether a row says something about the score, as every numbered round does; lines that score nothing pass quickly. */
export const isWorth = (row: SheetRow): boolean =>
  row.points !== 0 || has(row, "value") || has(row, "number") || (has(row, "points") && row.cells.length > 0);
/** A row that is told. The others are headings of the sheet. */
const isTold = (row: SheetRow): boolean => isWorth(row) || row.cells.length > 0;

/** The rows to tell. If that leaves nothing, all of them: a score of 0 is told too. */
export function toldRows(sheet: Sheet): readonly SheetRow[] {
  const told = sheet.rows.filter(isTold);
  return told.length ? told : sheet.rows;
}

/** The same in steps: a row with parts is told part by part, unless they bring nothing. */
export const stepsOf = (sheet: Sheet): readonly SheetRow[] =>
  toldRows(sheet).flatMap((row) => (row.points && row.parts?.length ? row.parts : [row]));

/** How long each step is told, in ms: together no longer than `LONGEST`. */
export function durations(rows: readonly SheetRow[], still: boolean): number[] {
  if (still) return rows.map(() => Math.min(STILL, LONGEST / rows.length));
  const scoring = rows.filter(isWorth).length;
  const left = LONGEST - NOTHING * (rows.length - scoring);
  const each = Math.min(FULL, Math.max(SHORTEST, left / Math.max(1, scoring)));
  const wished = rows.map((row) => (isWorth(row) ? each : NOTHING));
  const all = wished.reduce((sum, ms) => sum + ms, 0);
  return all > LONGEST ? wished.map((ms) => (ms * LONGEST) / all) : wished;
}

/** A seat's total once this share of its steps is told. Everybody is counted at the same time, whoever has more of them. */
export function totalAfter(sheet: Sheet, share: number): number {
  const told = stepsOf(sheet);
  return share >= 1 ? sheet.total : sheetOf(told.slice(0, Math.round(told.length * share))).total;
}

/** The least and the most that anybody has during the count, with 0 between them. */
export interface Scale {
  least: number;
  most: number;
}

export function scaleOf(sheets: readonly Sheet[]): Scale {
  const totals = sheets.flatMap((sheet) => {
    const steps = stepsOf(sheet);
    return [sheet.total, ...steps.map((_, n) => sheetOf(steps.slice(0, n + 1)).total)];
  });
  return { least: Math.min(0, ...totals), most: Math.max(0, ...totals) };
}

/** The bar of a total, from 0 to the right or to the left: where it begins and how long it is, as parts of the scale. */
export function barOf(total: number, { least, most }: Scale): { from: number; part: number } {
  const length = Math.max(1, most - least);
  return { from: (Math.min(0, total) - least) / length, part: Math.abs(total) / length };
}

/** The row with the most points. */
export const bestRow = (rows: readonly SheetRow[]): SheetRow | null =>
  rows.reduce<SheetRow | null>((best, row) => (row.points > Math.max(0, best?.points ?? 0) ? row : best), null);
