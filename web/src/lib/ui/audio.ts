/** The audio context, and whether it may be heard. Browsers allow sound only after a touch, and only if it was started in one. */
import { kept } from "$lib/state/kept.svelte.ts";

let context: AudioContext | null = null;
let master: GainNode | null = null;

export const audible = (): boolean => !kept.mute && kept.volume > 0;

/** Creates the context, or resumes it: phones suspend it when the page is in the background. */
export function wake(): void {
  if (!audible() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume().catch(() => {});
}

/** Call once. Safari counts no other events as touches. */
export function listenForTouches(): void {
  for (const touch of ["pointerup", "keydown"]) addEventListener(touch, wake, { capture: true, passive: true });
}

/** Where sounds go, at the chosen volume; null while nothing can be heard. Sounds are not kept for later: they would come all at once. */
export function output(): { context: AudioContext; to: AudioNode } | null {
  if (!audible() || context?.state !== "running") return null;
  if (!master) {
    master = context.createGain();
    master.connect(context.destination);
  }
  master.gain.value = (kept.volume / 100) ** 2; // ears hear loudness that way
  return { context, to: master };
}
