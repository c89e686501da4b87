/** What the two tile games share: drawing a sheet's lines as tracks on the board, and finding the tile just placed. */
import type { Track } from "./HexBoard.svelte";
import { readBoard } from "./hex.ts";
import type { TakeItEasyMessage, TakeItToTheLimitMessage } from "./ids.ts";
import type { Sheet } from "./sheet.ts";
import { DIRECTIONS, valuesOf } from "./tiles.ts";
import type { Said } from "./wire.ts";

/** Message ids that both games have. */
const is = (said: Said, id: TakeItEasyMessage & TakeItToTheLimitMessage): boolean => said.id === id;

/** Scored lines, and unfinished ones with their value so far. Broken lines are not drawn. */
export function tracksOf(sheet: Sheet | null, board: string): Track[] {
  const tiles = new Map(readBoard(board).cells.flatMap((cell) => (cell.tile ? [[cell.name, cell.tile] as const] : [])));
  return (sheet?.rows ?? []).flatMap(({ what, cells }): Track[] => {
    const side = DIRECTIONS.indexOf(what.args.direction as (typeof DIRECTIONS)[number]);
    if (is(what, "line")) return [{ cells, value: Number(what.args.value), scored: true }];
    if (!is(what, "line-open") || side < 0) return [];
    const first = cells.map((name) => tiles.get(name)).find(Boolean);
    return first ? [{ cells, value: valuesOf(first)[side]!, scored: false }] : [];
  });
}

/** The lines of a scrapyard that count. */
export function yardTracks(sheet: Sheet | null): Track[] {
  const counts = (sheet?.rows ?? []).filter(({ what }) => what.id === ("yard-line" satisfies TakeItToTheLimitMessage));
  return counts.map(({ what, cells }) => ({ cells, value: Number(what.args.value), scored: true }));
}

/** The cell where this seat has just placed its tile. */
export function freshOf(events: readonly Said[], seat: number): string[] {
  return events.flatMap((said) => (is(said, "placed") && said.args.seat === seat ? [String(said.args.cell)] : []));
}
