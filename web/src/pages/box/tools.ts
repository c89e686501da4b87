/** What each game has beside its box. */
import { PLANS } from "$lib/calls.ts";
import type { GameInfo } from "$lib/wire.ts";
import type { Range } from "./hidden.svelte.ts";

export type Tool = "caller" | "glass" | "bell" | "scorer";

/** In so many ms, a tap was meant for the button that was in the same place before. */
export const PAUSE = 1500;

/** Hidden times: the options of their game that give the range, and how many ms their unit has. */
const TIMES = { glass: { option: "glass", unit: 100 }, bell: { option: "bell", unit: 1000 } } as const;
export type Timed = keyof typeof TIMES;

const option = (game: GameInfo, name: string) => game.options.find((one) => one.name === name);
const timed = (game: GameInfo): Timed[] => (Object.keys(TIMES) as Timed[]).filter((tool) => option(game, `${TIMES[tool].option}_from`));

export const toolsOf = (game: GameInfo): Tool[] => [...(PLANS[game.id] ? (["caller"] as const) : []), ...timed(game), "scorer"];

/** The range of the rulebook. */
export function usualRange(game: GameInfo, tool: Timed): Range {
  const [from, to] = (["from", "to"] as const).map((end) => Number(option(game, `${TIMES[tool].option}_${end}`)?.default));
  return { from: from!, to: to!, unit: TIMES[tool].unit, open: false };
}

/** The least and the most that the game allows, in its units. */
export function bounds(game: GameInfo, tool: Timed): [number, number] {
  const { low, high } = option(game, `${TIMES[tool].option}_from`)!;
  return [low, high];
}

/** Whether the time may be seen, as in the variant for young players. */
export const mayBeSeen = (game: GameInfo): boolean => option(game, "young") !== undefined;
