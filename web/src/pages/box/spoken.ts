/** A tile as a caller says it: "nine, seven, three". */
import type { Words } from "$lib/state/words.ts";
import { valuesOf } from "$lib/tiles/tiles.ts";

export const spoken = (tile: string, words: Words): string =>
  valuesOf(tile)
    .map((value) => words.text("web-box-value", { value }))
    .join(", ");
