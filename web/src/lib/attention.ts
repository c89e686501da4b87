/** What reaches a player who looks elsewhere: the tab's title, the app's badge, and a screen that stays on while time runs. */
import type { Shown } from "./protocol.ts";

/** Whether the table waits for this player's first choice of a turn. */
export const waitsFor = (shown: Shown | null): boolean =>
  Boolean(shown?.mine?.legal.length) && shown?.mine?.choice === null && !shown.result && !shown.info.paused && !shown.series?.waiting;

/** Marks the icon of an installed app, where it can be marked. */
export function badge(on: boolean): void {
  void (on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.())?.catch(() => {});
}

/** Keeps the screen on until the returned function is called. Over plain HTTP browsers offer no wake lock, so it may go dark there. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const ask = (): void => {
    // the browser releases the lock whenever the page is hidden
    if (document.visibilityState === "visible") lock = navigator.wakeLock?.request("screen").catch(() => undefined) ?? lock;
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    void lock.then((held) => held?.release());
  };
}
