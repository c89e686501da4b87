/** What reaches a player who looks elsewhere: the tab's title, and the app's badge. */
import type { Shown } from "$lib/net/protocol.ts";

/** Whether the table waits for this player's first choice of a turn. */
export const waitsFor = (shown: Pick<Shown, "mine" | "result" | "info" | "series"> | null): boolean =>
  Boolean(shown?.mine?.legal.length) &&
  shown?.mine?.choice === null &&
  !shown.result &&
  !shown.info.paused &&
  !shown.series?.waiting;

/** Marks the icon of an installed app, where it can be marked. */
export function badge(on: boolean): void {
  void (on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}
