/** Where the hands stand, in the form in which it is sent: `red 12, green 7, blue 5`. */
import { HANDS } from "./dial.ts";

export const readHands = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split(/,\s*/)
      .map((part) => part.split(" ") as [string, string])
      .map(([hand, cell]) => [hand, Number(cell)]),
  );

export const writeHands = (at: Record<string, number>): string => HANDS.map((hand) => `${hand} ${at[hand]}`).join(", ");

/** Every order of the hands: one card each. */
export const CARDS: readonly string[] = HANDS.flatMap((first) =>
  HANDS.filter((hand) => hand !== first).map((second) =>
    [first, second, ...HANDS.filter((hand) => hand !== first && hand !== second)].join("-"),
  ),
);
