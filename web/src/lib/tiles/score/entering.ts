/** Entering tiles one after the other: where the next one goes, and which one was typed. No rules. */

/** A place for a tile: a cell of a board, or a place in a reserve. */
export interface Place {
  name: string;
  tile: string | null;
  /** Filled only if somebody chooses it. */
  aside?: boolean;
}

/** The next free place after this one, beginning again at the first; the same if all are filled, so none if it was none. */
export function nextFree(places: readonly Place[], from: string): string {
  const here = places.findIndex(({ name }) => name === from);
  const found = [...places.slice(here + 1), ...places.slice(0, here + 1)].find(({ tile, aside }) => !tile && !aside);
  return found?.name ?? from;
}

const digitsOf = (tile: string): string => tile.replaceAll("-", "");

/** What was typed so far, and the tile if there is only one that begins with it. A digit that fits nowhere begins anew. */
export function typeDigit(tiles: readonly string[], typed: string, digit: string): { typed: string; tile: string | null } {
  const fits = (text: string): string[] => tiles.filter((tile) => digitsOf(tile).startsWith(text));
  const text = fits(typed + digit).length ? typed + digit : digit;
  const found = fits(text);
  return found.length === 1 ? { typed: "", tile: found[0]! } : { typed: found.length ? text : "", tile: null };
}
