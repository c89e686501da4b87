/** The hints for this turn, as far as the player has asked for them. */
import type { Hint } from "$lib/generated/wire.ts";
import { api, type Held } from "$lib/net/api.ts";
import { Refused } from "$lib/net/refused.ts";
import { type Pointers, shortAction } from "$lib/state/pointers.ts";
import type { TableStore } from "$lib/state/table.svelte.ts";
import { isForOne } from "$lib/state/terms.ts";
import type { Words } from "$lib/state/words.ts";
import { once } from "$lib/ui/once.ts";
import type { Turn } from "./turn.svelte.ts";

export const LAST = 3; // steps

export class Hinting {
  /** One after another, the first asked first. */
  steps: readonly Hint[] = $state.raw([]);
  open = $state(false);
  /** The argument of the last step that is looked at. */
  argument = $state(0);

  private readonly shown = $derived.by(() => this.store().shown!);
  private readonly moment = $derived(`${this.shown.mine?.turn} ${this.shown.mine?.n} ${this.shown.series?.game}`);
  /** Whether there is a light bulb. */
  readonly offered = $derived.by(
    () => this.held() !== null && this.turn.asked && this.shown.info.hints && isForOne(this.shown.info),
  );
  readonly latest: Hint | null = $derived(this.steps.at(-1) ?? null);

  /** To be made by a component, whose effects it adds to. */
  constructor(
    private readonly store: () => TableStore,
    private readonly held: () => Held | null,
    private readonly turn: Turn,
  ) {
    $effect(() => {
      void this.moment;
      return () => {
        [this.steps, this.open, this.argument] = [[], false, 0];
      };
    });
    $effect(() => {
      if (!this.offered || this.turn.chosen) this.open = false;
    });
  }

  /** Opens the sheet: with the first step, or with those that have been asked for. */
  show(): void {
    this.open = true;
    if (!this.steps.length) void this.ask();
  }

  readonly ask = once(async (): Promise<void> => {
    const held = this.held();
    if (!held || this.steps.length === LAST) return;
    const { moment } = this;
    try {
      const found = await api.hint(held.match, this.steps.length + 1, held.token);
      if (moment === this.moment) this.steps = [...this.steps, found];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      [this.open, this.store().refusal] = [false, error];
    }
  });

  /** What to show on the table: until a place is chosen, even if the sheet is closed. */
  pointers(words: Words): Pointers | null {
    const { latest } = this;
    if (!latest || this.turn.chosen || !this.offered) return null;
    const reason = latest.reasons?.[this.argument];
    return {
      places: (latest.actions ?? []).map((action) => ({
        action,
        kind: latest.step === LAST ? "better" : "open",
        label: shortAction(action, words),
      })),
      lit: (reason ?? latest).marks ?? [],
    };
  }
}
