/** What each game has beside its box. */
import { PLANS } from "$lib/generated/calls.ts";
import type { GameInfo } from "$lib/generated/wire.ts";
import type { Range } from "./hidden.svelte.ts";

export type Tool = "caller" | "glass" | "bell" | "scorer";

/** In so many ms, a tap was meant for the button that was in the same place before. */
export const PAUSE = 1500;

/** Hidden times: two options of their game give the range. */
const TIMES = ["glass", "bell"] as const;
export type Timed = (typeof TIMES)[number];

const option = (game: GameInfo, name: string) => game.options.find((one) => one.name === name);
const timed = (game: GameInfo): Timed[] => TIMES.filter((tool) => option(game, `${tool}_from`));

export const toolsOf = (game: GameInfo): Tool[] => [...(PLANS[game.id] ? (["caller"] as const) : []), ...timed(game), "scorer"];

/** The hidden time of a game, if it has one. */
export const timedIn = (game: GameInfo): Timed | undefined => timed(game)[0];

/** The range of the rulebook. */
export function usualRange(game: GameInfo, tool: Timed): Range {
  const [from, to] = [option(game, `${tool}_from`)!, option(game, `${tool}_to`)!];
  return { from: Number(from.default), to: Number(to.default), unit: 1000 / from.per_second, open: false };
}

/** The least and the most that the game allows, in its units. */
export function bounds(game: GameInfo, tool: Timed): [number, number] {
  const { low, high } = option(game, `${tool}_from`)!;
  return [low, high];
}

/** Whether the time may be seen, as in the variant for young players. */
export const mayBeSeen = (game: GameInfo): boolean => option(game, "young") !== undefined;
