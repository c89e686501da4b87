/** The finished boards of a match, in any game whose screen has boards of hexes. */
import type { PanelOut, SheetRow } from "$lib/generated/wire.ts";
import type { ScoredLine } from "$lib/tiles/ScoredBoard.svelte";
import { scoredLines } from "$lib/tiles/tilegame.ts";

export interface FinishedBoard {
  /** The panel it comes from. */
  name: string;
  text: string;
  lines: ScoredLine[];
}

/** A seat's main board: its first panel of hexes; null if the game has none. */
export function boardOf(panels: readonly PanelOut[], seat: number, rows: readonly SheetRow[]): FinishedBoard | null {
  const found = panels.find((panel) => panel.seat === seat && panel.shape === "hex");
  return found ? { name: found.name, text: String(found.value), lines: scoredLines(rows) } : null;
}

/** The board of the same kind among others, such as those a solver found. */
export function likeBoard(board: FinishedBoard, boards: readonly PanelOut[], rows: readonly SheetRow[]): FinishedBoard | null {
  const found = boards.find((panel) => panel.name === board.name);
  return found ? { name: board.name, text: String(found.value), lines: scoredLines(rows) } : null;
}
