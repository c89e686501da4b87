/** What is printed on tiles: suns and moons only show where rays count. */
import type { TableInfo } from "$lib/generated/wire.ts";
import { type Marks, marksOf } from "$lib/tiles/tiles.ts";
import parts from "$parts/take_it_to_the_limit/parts.toml";

export const printed = marksOf(parts);

export const marksFor = ({ board, tiles }: TableInfo["options"]): ((tile: string) => Marks) =>
  board === "orchid" && tiles !== "both" ? (tile) => ({ metal: printed(tile).metal }) : printed;

/** The names of the Orchid's holes, by cell. */
export const holeNames = ({ board }: TableInfo["options"]): Record<string, string> =>
  board === "orchid"
    ? Object.fromEntries(Object.entries(parts.orchid.holes as Record<string, string>).map(([hole, cell]) => [cell, hole]))
    : {};
