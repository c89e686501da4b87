/** Several people on one device: whose turn it is to hold it. */
import type { Shown } from "$lib/net/protocol.ts";

/** Whether this seat has to act, also during a pause. */
export const isAsked = (shown: Pick<Shown, "mine" | "result" | "series"> | null): boolean =>
  Boolean(shown?.mine?.legal.length) && shown?.mine?.choice === null && !shown.result && !shown.series?.waiting;

/**
 * Who gets the device next: an index into the seats on it, or null if it stays where it is. `holder` is who has it; null after a
 * reload, when it could be anybody.
 */
export function nextHolder(seats: readonly (Shown | null)[], holder: number | null): number | null {
  if (holder !== null && isAsked(seats[holder] ?? null)) return null;
  const asked = seats.findIndex((shown) => isAsked(shown));
  if (asked >= 0) return asked;
  const playing = seats[0]?.info.state === "play" && !seats[0].result;
  return holder === null && playing ? 0 : null;
}
