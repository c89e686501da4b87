/** What every game's Table.svelte is given. See README.md in this folder. */
import type { Standing } from "$lib/series.ts";
import type { Sheet } from "$lib/sheet.ts";
import type { Words } from "$lib/words.ts";
import type { PanelOut, Said, TableInfo } from "$lib/wire.ts";

/** `Name`: the panels of the game, of `$lib/ids.ts`. */
export type Panel<Name extends string = string> = PanelOut & { name: Name };
/** `Id`: the messages of the game, of `$lib/ids.ts`. */
export type GameEvent<Id extends string = string> = Said & { id: Id };

export interface TableProps<Name extends string = string, Id extends string = string> {
  /** Own seat; null for a spectator, and in a replay with all open. */
  seat: number | null;
  /** Display name by seat. */
  names: readonly string[];
  /** Who sits where, options, series, state. */
  info: TableInfo;
  /** The public panels of the screen, in the game's order. */
  panels: readonly Panel<Name>[];
  /** The panels that this seat alone is shown. */
  own: readonly Panel<Name>[];
  /** Every action text the server would accept from this seat now; empty if it is not asked. */
  legal: readonly string[];
  /** What this seat has chosen in the open step and may still replace; set at once by a tap, before the server has it. */
  choice: string | null;
  /** Seats that are asked, and those of them that have chosen; null in a big room, where `count` says how many of how many. */
  toAct: readonly number[] | null;
  chosen: readonly number[] | null;
  count: readonly [number, number];
  /** What has just happened. `beat` grows with every batch, so an effect on it runs even if the same thing happens twice. */
  events: readonly GameEvent<Id>[];
  beat: number;
  /** The score of the own seat, row by row, with cells; null while the rules keep it hidden. */
  sheet: Sheet<Id> | null;
  /** The sheet as it would be after the action that is being weighed; null if none is, or the rules keep it hidden. */
  weighed: Sheet<Id> | null;
  /** Cells to light up, because somebody points at a row of the sheet. */
  lit: readonly string[];
  /** The result, once the game is over. */
  over: Standing | null;
  /** True in a replay: show, do not ask. */
  replay: boolean;
  words: Words;
  /**
   * Sends an action text. A text that is not legal is answered by the server's reason, which the page shows. It is meant for what is
   * shown now and refused if things have changed on the way; `whenever`: not even then, for a press that must not be lost to one's last.
   */
  act(text: string, whenever?: boolean): void;
  /** Asks for `weighed`: what this action would be worth. Null: none. Without it the own choice is weighed. */
  weigh(text: string | null): void;
}

/** What a game's Item.svelte is given: one item of one of its panels, to be drawn in small wherever panels are listed. */
export interface ItemProps {
  item: string;
  words: Words;
}

/** The panel of this name (and seat). */
export function panel<Name extends string>(panels: readonly Panel<Name>[], name: NoInfer<Name>, seat?: number): Panel<Name> | undefined {
  return panels.find((one) => one.name === name && (seat === undefined || one.seat === seat));
}

/** Its number, or 0. */
export const number = <Name extends string>(panels: readonly Panel<Name>[], name: NoInfer<Name>, seat?: number): number =>
  Number(panel(panels, name, seat)?.value ?? 0);

/** Its text, or an empty one. */
export const text = <Name extends string>(panels: readonly Panel<Name>[], name: NoInfer<Name>, seat?: number): string =>
  String(panel(panels, name, seat)?.value ?? "");

/** Its items, or none. */
export function items<Name extends string>(panels: readonly Panel<Name>[], name: NoInfer<Name>, seat?: number): readonly string[] {
  const value = panel(panels, name, seat)?.value;
  return Array.isArray(value) ? value : [];
}
