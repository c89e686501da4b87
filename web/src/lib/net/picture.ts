/** What is on the table at one moment, for a seat, a spectator or a replay, and the one function that applies a change to it. */
import type { PanelOut, SheetRow, Update } from "$lib/generated/wire.ts";

/** Each change makes a new object that shares the unchanged parts. */
export interface Picture {
  readonly public: readonly PanelOut[];
  readonly to_act: readonly number[] | null; // null in a big room
  readonly chosen: readonly number[] | null;
  readonly count: readonly [number, number];
  /** Score sheets by seat. A missing one is hidden or, in a big room, has to be requested. */
  readonly sheets: Readonly<Record<string, readonly SheetRow[]>>;
}

/** The part of an update, or of a step of a replay, that changes the picture. */
export type Change = Pick<Update, "public" | "panels" | "to_act" | "chosen" | "count" | "sheets" | "rows">;

export function changed(before: Picture, change: Change): Picture {
  return {
    public: change.public ?? (change.panels ? patchList(before.public, change.panels) : before.public),
    to_act: change.to_act === undefined ? before.to_act : change.to_act,
    chosen: change.chosen === undefined ? before.chosen : change.chosen,
    count: change.count ?? before.count,
    sheets: patchSheets(before.sheets, change),
  };
}

/** The list with some of its items replaced, by index. */
function patchList<T>(list: readonly T[], changes: Record<string, T>): T[] {
  const after = [...list];
  for (const [place, item] of Object.entries(changes)) after[Number(place)] = item;
  return after;
}

function patchSheets(before: Picture["sheets"], { sheets, rows }: Change): Picture["sheets"] {
  if (!sheets && !rows) return before;
  const after: Record<string, readonly SheetRow[]> = { ...before, ...sheets };
  for (const [seat, changes] of Object.entries(rows ?? {})) after[seat] = patchList(after[seat] ?? [], changes);
  return after;
}
