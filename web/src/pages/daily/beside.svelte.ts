/** What goes on beside a deal of the day: bots play it many times, and the expert's board grows next to yours. */
import type { DealPlay, PanelOut } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { counts, finishDeal, keepPar } from "$lib/state/daily.ts";
import { best, comparedBy } from "$lib/state/kept.svelte.ts";
import type { TableStore } from "$lib/state/table.svelte.ts";
import { scoredLines } from "$lib/tiles/tilegame.ts";
import { runsOf } from "./deals.ts";

/** When the expert's tile is shown: after you have placed yours, before, or not at all. */
export type Order = "after" | "before" | "hidden";

export class Beside {
  order: Order = $state("after");
  private play: DealPlay | null = $state.raw(null);
  private readonly shown = $derived.by(() => this.store().shown!);
  /** Whether this is the try that counts. */
  readonly counts: boolean;
  readonly level = $derived(this.play?.level ?? "");
  readonly ready = $derived(this.play !== null);

  /** The expert's boards and points now, as those of a second seat. */
  readonly rival: { panels: PanelOut[]; points: number } | null = $derived.by(() => {
    if (!this.play || this.order === "hidden") return null;
    const { steps } = this.play;
    const placed = this.shown.result ? steps.length : Math.max(0, (this.shown.mine?.turn ?? 1) - 1);
    const step = steps[Math.min(steps.length - 1, this.order === "before" ? placed + 1 : placed)]!;
    return { panels: step.boards.map((panel) => ({ ...panel, seat: 1 })), points: step.points };
  });

  /** To be made by a component, whose effects it adds to. */
  constructor(private readonly store: () => TableStore) {
    const { daily: day, game, match, options } = this.shown.info;
    this.counts = counts(day, game, match);
    void api.dealPlay(game, day).then(
      (found) => (this.play = found),
      () => {}, // then there is no board beside yours
    );
    const runs = runsOf(day, game);
    $effect(() => runs?.run());
    $effect(() => {
      if (this.counts && runs?.mean != null) keepPar(day, game, runs.mean);
    });
    $effect(() => {
      const { result, you, sheets } = this.shown;
      if (!result || you === null || !this.counts) return;
      const lines = scoredLines(sheets[you] ?? []).map(({ value }) => value);
      finishDeal(day, game, match, result.scores[you]!, lines);
      best(comparedBy(game, options), `${match} 1`, result.scores[you]!);
    });
  }
}
