/** What the host of a table decides besides who sits where. */
import type { ChangeTable, GameInfo, TableInfo } from "$lib/generated/wire.ts";

export type Value = string | number | boolean;

/** Every option has a value here; the server is sent those that are not the default. */
export interface Terms extends Required<Pick<TableInfo, "series" | "public" | "timer" | "pace" | "aids" | "bag" | "hints">> {
  options: Record<string, Value>;
}

export const PACES: readonly TableInfo["pace"][] = ["calm", "normal", "quick"];

/** Whether a single person sits here, alone or with bots: only then are there hints. */
export const isForOne = ({ seats }: TableInfo): boolean => seats.flatMap(({ names }) => names ?? []).length === 1;

/** The terms of a table, or those of a new one. */
export function termsOf(game: GameInfo, info?: TableInfo): Terms {
  const options = Object.fromEntries(game.options.map(({ name, default: usual }) => [name, info?.options[name] ?? usual]));
  const { series = 1, public: listed = true, timer = 0, pace = "normal", aids = true, bag = true, hints = true } = info ?? {};
  return { options, series, public: listed, timer, pace, aids, bag, hints };
}

export const changedOptions = (game: GameInfo, options: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    game.options.flatMap(({ name, default: usual }) => (options[name] === usual ? [] : [[name, options[name]!]])),
  );

/** What to ask of the server for these terms. */
export const asChange = (game: GameInfo, { options, ...rest }: Terms): ChangeTable => ({
  ...rest,
  options: changedOptions(game, options),
});
