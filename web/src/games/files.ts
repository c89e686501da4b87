/** What the package of a game brings for this client, by the names of the files in its folder. */
import { api } from "$lib/net/api.ts";
import { HOME } from "$lib/net/place.ts";

/** The URL of a file in a game's package; null if there is none. */
export async function fileOf(game: string, name: string): Promise<string | null> {
  const info = (await api.games().catch(() => [])).find(({ id }) => id === game);
  const path = info?.files?.find((file) => file.endsWith(`/${name}`));
  return path ? new URL(path, HOME).href : null;
}
