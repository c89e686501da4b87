/** What the two tile games share: drawing a sheet's lines as tracks on the board, and finding the tile just placed. */
import type { TakeItEasyMessage, TakeItToTheLimitMessage } from "$lib/generated/ids.ts";
import type { Sentence, SheetRow } from "$lib/generated/wire.ts";
import type { Sheet } from "$lib/state/sheet.ts";
import { play } from "$lib/ui/sounds.ts";
import { readBoard } from "./hex.ts";
import type { Track } from "./HexBoard.svelte";
import type { ScoredLine } from "./ScoredBoard.svelte";
import { DIRECTIONS, valuesOf } from "./tiles.ts";

/** What a seat has laid: every tile that was called before. */
export const laidTiles = (...boards: readonly string[]): string[] =>
  boards.flatMap((board) => readBoard(board).cells.flatMap(({ tile }) => tile ?? []));

/** Message ids that both games have. */
const is = (said: Sentence, id: TakeItEasyMessage & TakeItToTheLimitMessage): boolean => said.id === id;

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

/** The lines of a scrapyard that count. What they are worth is not added to the score. */
export const yardLines = (rows: readonly SheetRow[]): ScoredLine[] =>
  rows
    .filter(({ what }) => what.id === ("yard-line" satisfies TakeItToTheLimitMessage))
    .map(({ what, cells }) => ({ cells, value: Number(what.args.value), points: Number(what.args.points) }));

/** The same lines, to be drawn on the table. */
export const yardTracks = (sheet: Sheet | null): Track[] =>
  yardLines(sheet?.rows ?? []).map(({ cells, value }) => ({ cells, value, scored: true }));

/** The cell where this seat has just placed its tile. */
export function freshOf(events: readonly Sentence[], seat: number): string[] {
  return events.flatMap((said) => (is(said, "placed") && said.args.seat === seat ? [String(said.args.cell)] : []));
}

/** What an action on this cell would bring, if that is certain. */
export function gainOf(cell: string, weighed: Sheet | null, sheet: Sheet | null): { cell: string; points: number } | null {
  const points = weighed && sheet ? weighed.total - sheet.total : 0;
  return points ? { cell, points } : null;
}

/** The sound of this seat's tile on its board; the last one rings on. */
export function clack(events: readonly Sentence[], seat: number, board: string): void {
  if (freshOf(events, seat).length) play(readBoard(board).cells.every(({ tile }) => tile) ? "last" : "place");
}

/** A row of a sheet as something on a finished board: a line with its value, a ray, or a tile. */
export const scoredLine = ({ what, cells, points }: SheetRow): ScoredLine => ({
  cells,
  points,
  value: is(what, "line") ? Number(what.args.value) : 0,
});

/** The lines that score. */
export const scoredLines = (rows: readonly SheetRow[]): ScoredLine[] =>
  rows.filter((row) => row.points > 0 && row.cells.length > 1).map(scoredLine);

/** What a board shows while its rows are counted: the lines so far, those without points, and the row that is told now. */
export function countedLines(
  rows: readonly SheetRow[],
  at: number,
): { lines: ScoredLine[]; nothing: string[][]; now: ScoredLine | null } {
  const told = rows.slice(0, at);
  const row = rows[at];
  return {
    lines: scoredLines(told),
    nothing: told.filter((one) => one.points === 0 && one.cells.length > 1).map((one) => one.cells),
    now: row && row.points > 0 && row.cells.length ? scoredLine(row) : null,
  };
}
