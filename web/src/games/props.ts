/** The props of every game's Table.svelte. See README.md in this folder. */
import type { Snippet } from "svelte";
import type { PanelOut, Sentence, TableInfo } from "$lib/generated/wire.ts";
import type { Pointers } from "$lib/state/pointers.ts";
import type { Standing } from "$lib/state/series.ts";
import type { Sheet } from "$lib/state/sheet.ts";
import type { Words } from "$lib/state/words.ts";

/** `Name` is the game's panel names, from `$lib/generated/ids.ts`. */
export type Panel<Name extends string = string> = PanelOut & { name: Name };
/** `Id` is the game's message ids, from `$lib/generated/ids.ts`. */
export type GameEvent<Id extends string = string> = Sentence & { id: Id };

export interface TableProps<Name extends string = string, Id extends string = string> {
  /** Your own seat; null for a spectator, and in a replay with all open. */
  seat: number | null;
  /** Display name by seat. */
  names: readonly string[];
  /** Who sits where, options, series, state. */
  info: TableInfo;
  /** The public panels of the screen, in the game's order. */
  panels: readonly Panel<Name>[];
  /** The panels that only this seat sees. */
  own: readonly Panel<Name>[];
  /** Every action text the server would accept from this seat now; empty if it is not asked. */
  legal: readonly string[];
  /** This seat's choice in a simultaneous step, which it may still replace. A tap sets it at once, before the server has it. */
  choice: string | null;
  /** The seats that are asked, and those of them that have chosen. Both are null in a big room; `count` says how many of how many have chosen. */
  toAct: readonly number[] | null;
  chosen: readonly number[] | null;
  count: readonly [number, number];
  /** What has just happened. `beat` grows with every batch, so an effect on it runs even if the same thing happens twice. */
  events: readonly GameEvent<Id>[];
  beat: number;
  /**
   * News to tell step by step, such as a verdict: your `isScene` says which news is. Everything else is as it was before, and `legal` is
   * empty, until you call `endScene`. Null if there is none; always null in a replay.
   */
  scene: readonly GameEvent<Id>[] | null;
  /** Your own score, row by row, with cells; null if it is hidden. */
  sheet: Sheet<Id> | null;
  /** The same of every seat, where all may be seen: in a replay with all open. */
  sheets?: readonly (Sheet<Id> | null)[];
  /** Everybody's score so far, as far as this seat may know it; null if it is hidden. */
  scores: readonly (number | null)[];
  /** Your sheet as it would be after the action that is being weighed; null if there is none, or if it is hidden. */
  weighed: Sheet<Id> | null;
  /** Cells to light up, because the player points at a row of the sheet. */
  lit: readonly string[];
  /** A clock that everybody may see: `left` ms at `since` (performance.now). The page shows it in the turn bar. */
  timer: { left: number; since: number } | null;
  /** The actions that a guided game points at. */
  hint?: readonly string[];
  /** What the coach points at. Boards of hexes draw it; elsewhere the page frames what has this `data-action` or `data-panel`. */
  pointers?: Pointers | null;
  /** The result, once the game is over. */
  over: Standing | null;
  /** True in a replay: show the table, but offer no actions. */
  replay: boolean;
  /** On a desktop, if your manifest says `columns`: the score sheet and the news, to be placed in `$lib/ui/Columns.svelte`. */
  aside?: Snippet | undefined;
  words: Words;
  /**
   * Sends an action text. If it is illegal, the server answers with a reason, which the page shows. It is meant for the current turn and
   * refused if the match has moved on by the time it arrives. `whenever` turns that off, for a press that may follow another one quickly.
   */
  act(text: string, whenever?: boolean): void;
  /** Asks what this action would be worth; the answer arrives in `weighed`. With null, your own choice is weighed. */
  weigh(text: string | null): void;
  /** The scene has been told, or skipped. */
  endScene(): void;
}

/** The props of a game's Item.svelte: one item of a panel, drawn small wherever panels are listed. */
export interface ItemProps {
  item: string;
  words: Words;
}

/** The props of a game's Glance.svelte: the picture for one part of the rules at a glance. */
export interface GlanceProps {
  part: "goal" | "turn" | "score";
  words: Words;
}

/** What a panel is called. Its text may depend on whose it is: `$you` is `seat` if it is the reader's, and `$seat` the owner's name. */
export const panelTitle = ({ name }: PanelOut, words: Words, owner: number | null): string =>
  words.say({ id: `panel-${name}`, args: owner === null ? {} : { seat: owner } });

/** The panel with this name (and seat). */
export function panel<Name extends string>(
  panels: readonly Panel<Name>[],
  name: NoInfer<Name>,
  seat?: number,
): Panel<Name> | undefined {
  return panels.find((one) => one.name === name && (seat === undefined || one.seat === seat));
}

/** Its number, or 0. */
export const number = <Name extends string>(panels: readonly Panel<Name>[], name: NoInfer<Name>, seat?: number): number =>
  Number(panel(panels, name, seat)?.value ?? 0);

/** Its text, or an empty one. */
export const text = <Name extends string>(panels: readonly Panel<Name>[], name: NoInfer<Name>, seat?: number): string =>
  String(panel(panels, name, seat)?.value ?? "");

/** Its items, or none. */
export function items<Name extends string>(
  panels: readonly Panel<Name>[],
  name: NoInfer<Name>,
  seat?: number,
): readonly string[] {
  const value = panel(panels, name, seat)?.value;
  return Array.isArray(value) ? value : [];
}
