/** What a game shows while its score is counted, and which finished board it has. Found by path; both are optional. */
import type { Component } from "svelte";
import { part } from "$lib/parts.svelte.ts";
import type { Sheet } from "$lib/sheet.ts";
import type { SheetRow, TableInfo } from "$lib/wire.ts";
import type { Words } from "$lib/words.ts";
import type { Panel } from "./props.ts";

/** The props of a game's Counted.svelte. */
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

const counted = import.meta.glob<{ default: Component<CountedProps> }>("./*/Counted.svelte");

/** The component that draws what is counted, if the game has one. */
export async function countedOf(game: string): Promise<Component<CountedProps> | null> {
  const load = counted[`./${game}/Counted.svelte`];
  return load ? (await part(load)).default : null;
}
