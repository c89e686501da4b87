/** A loot from a real table, in the form in which it is sent: `blue 4, yellow 3`. */
import type { UltimLimitMessage } from "$lib/generated/ids.ts";
import type { SheetRow } from "$lib/generated/wire.ts";
import type { Rows } from "./turn.ts";

/** The size of each pile, in the order given. */
export const readLoot = (text: string): Map<string, number> =>
  new Map(
    text
      .split(/,\s*/)
      .filter(Boolean)
      .map((pile) => pile.split(" ") as [string, string])
      .map(([colour, cards]) => [colour, Number(cards)]),
  );

export const writeLoot = (piles: ReadonlyMap<string, number>): string =>
  [...piles]
    .filter(([, cards]) => cards > 0)
    .map(([colour, cards]) => `${colour} ${cards}`)
    .join(", ");

/** What counts, is kept and costs, as the sheet tells it; null in the Classic game. */
export function rowsOf(sheet: readonly SheetRow[]): Rows | null {
  const cells = (id: UltimLimitMessage): readonly string[] => sheet.find(({ what }) => what.id === id)?.cells ?? [];
  return sheet.some(({ what }) => what.id === ("row-count" satisfies UltimLimitMessage))
    ? { count: cells("row-count"), keep: cells("row-keep"), subtract: cells("row-subtract") }
    : null;
}

/** The kept colours after this one has changed places with an equal pile; null if there is none. */
export function swapKept({ count, keep, subtract }: Rows, colour: string, size: (colour: string) => number): string[] | null {
  const kept = keep.includes(colour);
  const other = (kept ? [...subtract, ...count] : keep).find((one) => size(one) === size(colour));
  if (other === undefined) return null;
  const [comes, goes] = kept ? [other, colour] : [colour, other];
  return keep.map((one) => (one === goes ? comes : one));
}
