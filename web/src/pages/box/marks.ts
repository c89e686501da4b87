/** What is printed on the tiles of a game, from its parts.toml. */
import { type Marks, marksOf } from "$lib/tiles.ts";

type Parts = Parameters<typeof marksOf>[0] & { sources: Record<string, { confidence: string }> };

const all = import.meta.glob<{ default: Parts }>("$parts/*/parts.toml");
const CHOSEN_HERE = "D"; // the confidence of what may be different in the box

export async function marksFor(game: string): Promise<(tile: string) => Marks> {
  const load = Object.entries(all).find(([path]) => path.endsWith(`/${game.replaceAll("-", "_")}/parts.toml`))?.[1];
  const parts = (await load?.())?.default;
  return parts && parts.sources.symbols?.confidence !== CHOSEN_HERE ? marksOf(parts) : () => ({});
}
