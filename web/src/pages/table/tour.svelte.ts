/** The tour of a guided game, loaded with its bubbles. What was passed survives a reload of the page. */
import { api } from "$lib/net/api.ts";
import { Tour } from "$lib/state/guide.svelte.ts";

/** Returns a function that stops it. Without an answer there is no tour, and the match can be played all the same. */
export function tourOf(game: string, show: (tour: Tour) => void): () => void {
  let stopped = false;
  let stop = (): void => {};
  api.guide(game).then(
    ({ bubbles }) => {
      if (stopped) return;
      const tour = new Tour(bubbles, history.state?.passed ?? []);
      stop = $effect.root(() => {
        $effect(() => history.replaceState({ ...history.state, passed: tour.passed }, ""));
      });
      show(tour);
    },
    () => {},
  );
  return () => {
    stopped = true;
    stop();
  };
}
