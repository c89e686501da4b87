/** Starts matches for practice. */
import { api } from "$lib/net/api.ts";
import { hold, kept } from "./kept.svelte.ts";
import { go } from "./route.svelte.ts";
import type { Words } from "./words.ts";

/** Raises Refused. */
export async function practise(game: string, words: Words): Promise<void> {
  const held = await api.practise(game, kept.name.trim() || words.text("web-guest"));
  hold(held, game);
  go(`/t/${held.match}`);
}

/** Plays on from a moment of a record, after so many of its rows, against bots. Raises Refused. */
export async function playOn(game: string, record: string, rows: number, seat: number, words: Words): Promise<void> {
  const held = await api.whatIf({ record, rows, seat, name: kept.name.trim() || words.text("web-guest") });
  hold(held, game);
  go(`/t/${held.match}`);
}

/** Whether this device has never played this game. */
export const isNew = (game: string): boolean => !kept.seats.some((seat) => seat.game === game);
