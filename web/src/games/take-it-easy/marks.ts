/** What is printed on tiles: suns and moons only show where they matter. */
import type { TableInfo } from "$lib/generated/wire.ts";
import { type Marks, marksOf } from "$lib/tiles/tiles.ts";
import parts from "$parts/take_it_easy/parts.toml";

const printed = marksOf(parts);

export const marksFor = ({ placement, rays }: TableInfo["options"]): ((tile: string) => Marks) =>
  placement === "symbol" || (rays ?? "none") !== "none" ? printed : () => ({});
