/** The cards on the screen, by where they are. */
import type { XtremeLimitsPanel } from "$lib/generated/ids.ts";
import { items, type Panel } from "../props.ts";

/** "1: red-green-blue" in the panel of the centre: the known cards of each place. */
export function knownInCentre(own: readonly Panel<XtremeLimitsPanel>[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const item of items(own, "known-centre")) {
    const [place, card] = item.split(": ") as [string, string];
    (found[place] ??= []).push(card);
  }
  return found;
}

/** "red 1" in the panel of ranks: the rank of each hand; 0 for none. */
export function ranksOf(panels: readonly Panel<XtremeLimitsPanel>[]): Record<string, number> {
  return Object.fromEntries(items(panels, "ranks").map((item) => [item.split(" ")[0]!, Number(item.split(" ")[1])]));
}

/** The hands in order of rank; a rank that no hand has leaves a gap. */
export const orderOf = (ranks: Record<string, number>): (string | undefined)[] =>
  [1, 2, 3].map((rank) => Object.keys(ranks).find((hand) => ranks[hand] === rank));

/** For each hand of a card, whether it is in place now. */
export const ticksOf = (card: string, ranks: Record<string, number>): boolean[] =>
  card.split("-").map((hand, n) => ranks[hand] === n + 1);
