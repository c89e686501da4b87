/** The end of a game on the page: when it is counted, when its result is known, and where spectators go then. */
import { untrack } from "svelte";
import type { Held } from "$lib/net/api.ts";
import { heldAt, remember } from "$lib/state/kept.svelte.ts";
import { totals } from "$lib/state/series.ts";
import type { TableStore } from "$lib/state/table.svelte.ts";

const LANDED = 900; // ms until the last move has been seen
const FOLLOW = 6000; // ms, in which spectators can decide to stay

export class Ending {
  /** What lies over the table. After a reload, it is the result at once, without the count. */
  over: "count" | "result" | null = $state(null);
  /** Before that, nothing on the page says who has won. */
  counted = $state(false);
  private stays = $state(false);

  private readonly shown = $derived.by(() => this.store().shown!);
  /** Whether a game has ended: the match, or one of a series. */
  readonly reached = $derived(Boolean(this.shown.result || this.shown.series?.waiting));
  /** The points in a series, without a game that is not counted yet. */
  readonly totals: readonly number[] = $derived.by(() => {
    const { series } = this.shown;
    return series
      ? totals({ ...series, scores: this.reached && !this.counted ? series.scores.slice(0, -1) : series.scores })
      : [];
  });
  /** Lets a spectator stay, who otherwise follows the players to a rematch; null if there is nothing to decide. */
  readonly onstay = $derived.by(() => (this.follows ? () => void (this.stays = true) : null));

  private readonly known: string;
  private readonly follows = $derived.by(
    () => !this.held() && this.counted && this.shown.info.next !== this.known && !this.stays,
  );

  /** To be made by a component, whose effects it adds to. `onfollow` brings a spectator to the rematch. */
  constructor(
    private readonly store: () => TableStore,
    private readonly held: () => Held | null,
    onfollow: () => void,
  ) {
    this.known = untrack(() => this.shown.info.next); // whoever looks at an old match stays there
    let before: boolean | null = null;
    $effect(() => {
      const was = before;
      before = this.reached;
      if (!this.reached) [this.over, this.counted] = [null, false];
      else if (was === null) this.over = "result";
      const timer = this.reached && was === false ? setTimeout(() => (this.over = "count"), LANDED) : undefined;
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (!this.follows) return;
      const timer = setTimeout(onfollow, FOLLOW);
      return () => clearTimeout(timer);
    });
    // the list of this device's matches has the result
    $effect(() => {
      const [over, you, held] = [this.shown.result, this.shown.you, this.held()];
      if (!over || !held || you === null) return;
      const { commit, practice, daily } = this.shown.info;
      const told = over.digest && commit && !practice && !daily ? { commit, digest: over.digest } : null; // guided games and deals of the day share a seed
      remember(held.match, `${over.scores[you]} · ${over.places[you]}/${over.places.length}`, you, told);
      const [shown, seat] = [this.shown, untrack(() => heldAt(held.match))];
      // what cannot be loaded now is made up for when the history is opened
      if (seat)
        import("$lib/state/history.ts").then(
          ({ keepFinished }) => keepFinished(shown, seat),
          () => {},
        );
    });
  }
}
