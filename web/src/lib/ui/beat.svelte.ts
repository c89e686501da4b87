/** Sound and motion with what happens at a table. */
import { untrack } from "svelte";

/** To be called by a component: `hear` runs whenever the beat grows, but not for what happened before the component was there. */
export function onBeat(beat: () => number, hear: () => void): void {
  let heard = untrack(beat);
  $effect(() => {
    const now = beat();
    if (now > heard) untrack(hear);
    heard = now;
  });
}
