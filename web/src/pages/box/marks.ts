/** What is printed on the tiles of a game, from its parts.toml. */
import { type Marks, marksOf } from "$lib/tiles/tiles.ts";
import { manifestOf, partOf } from "../../games/manifest.ts";

const CHOSEN_HERE = "D"; // the confidence of what may be different in the box

export async function marksFor(game: string): Promise<(tile: string) => Marks> {
  const parts = await partOf(manifestOf(game).parts);
  return parts && parts.sources.symbols?.confidence !== CHOSEN_HERE ? marksOf(parts) : () => ({});
}
