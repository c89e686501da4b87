/** How decisions of a review are named and said. */
import type { Decided } from "$lib/state/review.ts";
import { decimal, tenths } from "$lib/state/review.ts";
import { shortAction } from "$lib/state/pointers.ts";
import type { Words } from "$lib/state/words.ts";

export { shortAction };

const kindOf = (one: Decided): "tile" | "other" => (one.tile ? "tile" : "other");
const numberOf = (one: Decided): number => (one.tile ? one.tiles : one.n + 1);

/** "Tile 14", or "Decision 7". */
export const decidedNumber = (one: Decided, words: Words): string =>
  words.text("web-coach-number", { kind: kindOf(one), number: numberOf(one) });

/** "Tile 14 of 19". */
export const decidedOf = (one: Decided, of: number, words: Words): string =>
  words.text("web-coach-number-of", { kind: kindOf(one), number: numberOf(one), of });

/** "Tile 14: c4 or b1?" */
export const questionOf = (one: Decided, words: Words): string =>
  words.text("web-coach-question", {
    number: decidedNumber(one, words),
    yours: shortAction(one.chosen.action, words),
    better: shortAction(one.best.action, words),
  });

/** What a screen reader says about a moment: "Tile 14, 9-2-3. You placed it on c4. b1 was worth 3.5 more". */
export function momentSaid(one: Decided, words: Words): string {
  const [yours, better] = [shortAction(one.chosen.action, words), shortAction(one.best.action, words)];
  return words.text("web-coach-moment-said", {
    kind: one.tile && /^([a-z]:)?[a-z]\d+$/.test(one.chosen.action) ? "tile" : "other",
    number: numberOf(one),
    tile: one.tile,
    yours,
    better,
    points: decimal(tenths(one.decision.loss), words.lang),
  });
}
