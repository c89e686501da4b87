/** What deals are called: the game and, if it has several boards, the board. */
import { app } from "$lib/state/app.svelte.ts";

const NAMES: Record<string, string> = { nexus: "Nexus", orchid: "Orchid" };

/** "Take it Easy!", "Take it to the Limit! (Orchid)". */
export function dealName(game: string, options: Record<string, string | number | boolean>): string {
  const option = app.games.find(({ id }) => id === game)?.options.find(({ name }) => name === "board");
  const board = option ? String(options.board ?? option.default) : "";
  return board ? `${app.name(game)} (${NAMES[board] ?? board})` : app.name(game);
}
