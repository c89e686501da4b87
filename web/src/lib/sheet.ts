/** Score sheets. */
import type { Said, SheetRow } from "./wire.ts";

/** `Id` is the game's message ids. */
export interface Row<Id extends string = string> extends SheetRow {
  what: Said & { id: Id };
}

export interface Sheet<Id extends string = string> {
  rows: readonly Row<Id>[];
  total: number;
}

export const sheetOf = (rows: readonly SheetRow[]): Sheet => ({ rows, total: rows.reduce((sum, row) => sum + row.points, 0) });
