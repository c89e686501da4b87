/** Score sheets. */
import type { Sentence, SheetRow } from "$lib/generated/wire.ts";

/** `Id` is the game's message ids. */
export interface Row<Id extends string = string> extends SheetRow {
  what: Sentence & { id: Id };
}

export interface Sheet<Id extends string = string> {
  rows: readonly Row<Id>[];
  total: number;
}

export const sheetOf = (rows: readonly SheetRow[]): Sheet => ({ rows, total: rows.reduce((sum, row) => sum + row.points, 0) });

/** A score, with a real minus. */
export const signed = (points: number): string => String(points).replace("-", "−");

/** What is added to a score. */
export const gained = (points: number): string => (points < 0 ? signed(points) : `+${points}`);
