/** Keeps the screen on while time runs. */
import { untrack } from "svelte";

const AGAIN = ["visibilitychange", "pointerup", "keydown"] as const;

/** To be called by a component: the screen stays on for as long as it is there and this is so. */
export function stayAwake(when: () => boolean = () => true): void {
  const wanted = $derived(when());
  $effect(() => (wanted ? untrack(keepAwake) : undefined));
}

/** Keeps the screen on until the returned function is called. */
export const keepAwake = (): (() => void) => (navigator.wakeLock ? lockScreen() : playNothing());

function lockScreen(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> = Promise.resolve(undefined);
  const ask = (): void => {
    // the browser releases the lock whenever the page is hidden
    if (document.visibilityState === "visible") lock = navigator.wakeLock.request("screen").catch(() => undefined);
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    void lock.then((held) => held?.release());
  };
}

/**
 * Over plain HTTP browsers offer no wake lock, but they keep the screen on while a video plays. So a silent one does: a stream of a
 * canvas, because browsers expect files to be larger on the screen. Where it may not start by itself, it starts at the next tap.
 */
function playNothing(): () => void {
  const canvas = document.createElement("canvas");
  const paint = canvas.getContext?.("2d");
  if (!paint || !canvas.captureStream) return () => {};
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
  video.srcObject = canvas.captureStream(1);
  video.setAttribute("aria-hidden", "true");
  video.dataset.awake = "";
  Object.assign(video.style, {
    position: "fixed",
    left: "0",
    bottom: "0",
    width: "2px",
    height: "2px",
    opacity: "0.01",
    pointerEvents: "none",
  });
  document.body.append(video);
  const frame = setInterval(() => paint.fillRect(0, 0, 1, 1), 1000); // a stream without new frames stops
  const start = (): void => {
    if (video.paused && document.visibilityState === "visible") void video.play().catch(() => {});
  };
  start();
  for (const event of AGAIN) document.addEventListener(event, start);
  return () => {
    for (const event of AGAIN) document.removeEventListener(event, start);
    clearInterval(frame);
    video.remove();
    video.srcObject = null;
  };
}
