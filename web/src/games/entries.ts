/** How the boards of a real table are entered, game by game. See README.md in this folder. */
import type { Component, Snippet } from "svelte";
import type { BoardScores, SheetRow } from "$lib/generated/wire.ts";
import type { Value } from "$lib/state/terms.ts";
import type { Words } from "$lib/state/words.ts";

/** What a player has, in the form in which it is sent: the fields of the game's `paper`. */
export type Paper = BoardScores["next"][number];
export type Options = Record<string, Value>;

/** The props of a game's Entry.svelte. */
export interface EntryProps {
  /** One for each player; `at` is the player whose turn it is to be entered. */
  papers: readonly Paper[];
  at: number;
  /** Every option has a value here. */
  options: Options;
  /** What the server has counted; null until it has answered. It may be a tap behind. */
  scored: BoardScores | null;
  names: readonly string[];
  /** Cells to light up, because somebody points at a row of the sheet. */
  lit: readonly string[];
  words: Words;
  /** The sheet and the totals, to be shown after the fields. */
  below: Snippet;
  /** The tiles that were called, if this page called them. */
  called?: readonly string[] | null;
  onchange(papers: Paper[]): void;
  /** What the server says players have next becomes what they have now: an accusation was judged. */
  onsettle(): void;
}

/** What an Entry.svelte exports besides its component. */
export interface Entry {
  default: Component<EntryProps>;
  /** The options that matter for the score. */
  asks: readonly string[];
  /** What a player has at the beginning of this round (0 is the first). */
  blank(options: Options, round: number): Paper;
  /** Whether what is counted at a time is a round, not a game. */
  inRounds?: boolean;
  /** The fields that are the same for all players. */
  shared?: readonly string[];
  /** The board to show in the picture, as text; games without boards have none. */
  boardOf?(paper: Paper, scored: BoardScores["boards"][number]): string;
  /** The rows of a sheet with the names of players, in games that send their numbers. */
  rowsOf?(rows: readonly SheetRow[], names: readonly string[]): readonly SheetRow[];
}

/** All papers with one of them changed. */
export const changed = (papers: readonly Paper[], at: number, change: Paper): Paper[] =>
  papers.map((paper, player) => (player === at ? { ...paper, ...change } : paper));
