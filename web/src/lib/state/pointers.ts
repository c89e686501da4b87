/** What the coach points at on a table or a board. */
import type { ActionReason } from "$lib/generated/wire.ts";
import { cellOf, type Words } from "./words.ts";

/** A place that the coach points at, by its action: your own, a better one, one of several that stand out, or a try in an exercise. */
export interface CoachPlace {
  action: string;
  kind: "yours" | "better" | "open" | "tried" | "right";
  label: string;
}

/** What the coach points at: places, and what a reason is about (cells, or `panel:` and a name), with the points it brings. */
export interface Pointers {
  places: readonly CoachPlace[];
  lit: readonly string[];
  points?: number | null;
  /** Whether everything else fades, as nobody is choosing. */
  fade?: boolean;
}

/** An action where there is little room: the name of a cell of the board, or what the action means. */
export function shortAction(action: string, words: Words): string {
  const place = cellOf(action);
  return place && !place.board ? place.cell : words.action(action);
}

/** A true statement about an action, with what it is about. */
export type Reason = Pick<ActionReason, "action" | "title" | "detail" | "marks">;
