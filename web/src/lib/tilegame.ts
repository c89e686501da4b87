/** What the two tile games share in showing: the lines of a sheet as tracks on the board, and what has just come. */
import type { Track } from "./HexBoard.svelte";
import { readBoard } from "./hex.ts";
import type { TakeItEasyMessage, TakeItToTheLimitMessage } from "./ids.ts";
import type { Sheet } from "./sheet.ts";
import { DIRECTIONS, valuesOf } from "./tiles.ts";
import type { Said } from "./wire.ts";

/** Messages that both games have. */
const is = (said: Said, id: TakeItEasyMessage & TakeItToTheLimitMessage): boolean => said.id === id;

/** Scored lines, and open ones with the value they are promised to. A broken line is not drawn. */
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

/** Where this seat's tile has just come to lie. */
export function freshOf(events: readonly Said[], seat: number): string[] {
  return events.flatMap((said) => (is(said, "placed") && said.args.seat === seat ? [String(said.args.cell)] : []));
}
