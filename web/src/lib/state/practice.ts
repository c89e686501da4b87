/** Starts guided games, games against bots with one tap, and practice from a moment of a match. */
import type { GameInfo, SeatWish } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { hold, kept } from "./kept.svelte.ts";
import { go } from "./route.svelte.ts";
import type { Words } from "./words.ts";

const USUAL = 3; // seats in a match against bots

/** What this person is called. */
export const ownName = (words: Words): string => kept.name.trim() || words.text("web-guest");

/** Raises Refused. */
export async function practise(game: string, words: Words): Promise<void> {
  const held = await api.practise(game, ownName(words));
  hold(held, game);
  go(`/t/${held.match}`);
}

/** Plays on from a moment of a record, after so many of its rows, against bots. Raises Refused. */
export async function playOn(game: string, record: string, rows: number, seat: number, words: Words): Promise<void> {
  const held = await api.whatIf({ record, rows, seat, name: ownName(words) });
  hold(held, game);
  go(`/t/${held.match}`);
}

/** The seats of a match against bots. */
export function amongBots({ table, least }: GameInfo): SeatWish[] {
  const seats = Math.min(table, Math.max(least, USUAL));
  return [{ kind: "open" }, ...Array.from({ length: seats - 1 }, (): SeatWish => ({ kind: "bot" }))];
}

/** Opens one and goes there; `before` that, something may be left behind. Raises Refused. */
export async function playBots(game: GameInfo, words: Words, before: () => Promise<void>): Promise<void> {
  const held = await api.create({ game: game.id, seats: amongBots(game), name: ownName(words) });
  await before();
  hold(held, game.id);
  go(`/t/${held.match}`, { start: true });
}

/** Whether this device has never played this game. */
export const isNew = (game: string): boolean => !kept.seats.some((seat) => seat.game === game);
