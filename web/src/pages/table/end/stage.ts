/** Lays a board, or the game's illustration, out of sight, for as long as it is drawn. */
import { mount, unmount } from "svelte";
import ScoredBoard, { type ScoredLine } from "$lib/tiles/ScoredBoard.svelte";
import Art from "../../../games/Art.svelte";

export interface Drawn {
  text: string;
  lines: readonly ScoredLine[];
}

export async function onStage(
  target: HTMLElement,
  game: string,
  board: Drawn | null,
  draw: (art: SVGSVGElement | null) => Promise<Blob>,
): Promise<Blob> {
  const art = board
    ? mount(ScoredBoard, { target, props: { text: board.text, lines: board.lines, label: "" } })
    : mount(Art, { target, props: { game } });
  try {
    return await draw(target.querySelector("svg"));
  } finally {
    await unmount(art);
  }
}
