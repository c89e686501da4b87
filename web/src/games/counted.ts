/** The props of what a game shows while its score is counted. */
import type { SheetRow, TableInfo } from "$lib/generated/wire.ts";
import type { Sheet } from "$lib/state/sheet.ts";
import type { Words } from "$lib/state/words.ts";
import type { Panel } from "./props.ts";

export interface CountedProps<Name extends string = string> {
  /** The seat that is counted. */
  seat: number;
  panels: readonly Panel<Name>[];
  info: TableInfo;
  /** The whole sheet, the rows and parts of rows that are told, and which of them is told now; after the last one, their number. */
  sheet: Sheet;
  rows: readonly SheetRow[];
  at: number;
  /** Part of the result, where nothing is told any more. */
  result?: boolean;
  words: Words;
}
