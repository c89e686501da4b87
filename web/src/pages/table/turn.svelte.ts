/** Whose turn it is at a table, what this seat is asked, and the taps that answer. */
import { app } from "$lib/state/app.svelte.ts";
import { kept } from "$lib/state/kept.svelte.ts";
import type { TableStore } from "$lib/state/table.svelte.ts";
import { SureTaps } from "$lib/state/taps.svelte.ts";
import { cellOf, type Words } from "$lib/state/words.ts";
import { stayAwake } from "$lib/ui/awake.svelte.ts";
import { play, vibrate } from "$lib/ui/sounds.ts";

export class Turn {
  readonly taps = new SureTaps(
    (text, whenever) => this.store().act(text, whenever),
    () => (this.clock ? { confirm: false, takeBack: false } : kept),
  );

  private readonly shown = $derived.by(() => this.store().shown!);
  private readonly mine = $derived(this.shown.mine);
  /** A tap that waits would lose against a hidden clock. */
  private readonly clock = $derived(app.games.find(({ id }) => id === this.shown.info.game)?.clock ?? true);

  readonly paused = $derived(this.shown.info.paused && !this.shown.result);
  /** The series between two of its games. */
  readonly between = $derived(this.shown.series?.waiting ? this.shown.series : null);
  /** Nothing can be done for now. */
  readonly stopped = $derived.by(() => this.paused || this.between !== null || this.store().scene !== null);
  readonly legal: readonly string[] = $derived(this.stopped ? [] : (this.mine?.legal ?? []));
  readonly choice = $derived.by(() => this.taps.waiting?.text ?? this.store().pending ?? this.mine?.choice ?? null);

  readonly asked = $derived(this.legal.length > 0 && !this.shown.result);
  readonly chosen = $derived.by(() => this.asked && (this.mine?.choice ?? this.store().pending) !== null);
  /** Nobody else is asked: a turn that may have many actions. */
  readonly alone = $derived(this.shown.to_act?.length === 1 && this.shown.to_act[0] === this.shown.you);
  readonly onlyBots = $derived(Boolean(this.shown.to_act?.length) && this.shown.to_act!.every((seat) => this.isBot(seat)));
  readonly timer = $derived(
    this.shown.timer === null || this.shown.result || this.stopped ? null : { left: this.shown.timer, since: this.shown.timerAt },
  );

  /** To be made by a component, whose effects it adds to. */
  constructor(private readonly store: () => TableStore) {
    $effect(() => {
      if (this.taps.waiting && !this.legal.includes(this.taps.waiting.text)) this.taps.drop();
    });
    $effect(() => () => this.taps.drop());
    stayAwake(() => this.timer !== null);
    let was = { asked: false, alone: false };
    $effect(() => {
      const now = { asked: this.asked && !this.chosen, alone: this.alone };
      if (now.asked && !was.asked && !was.alone) play("turn");
      was = now;
    });
    $effect(() => {
      if (this.store().refusal) play("no");
    });
  }

  act(text: string, whenever = false): void {
    if (this.stopped) return;
    vibrate(12);
    if (this.legal.includes(text)) this.taps.tap(text, whenever);
    else this.store().act(text, whenever); // the server says why not
  }

  /** What the bar says about it. */
  status(words: Words): string {
    const { result, to_act, count, chosen } = this.shown;
    if (result) return words.text("web-over");
    if (this.paused || this.store().scene) return " "; // the bar or the table says so
    if (this.between) return words.text("web-series-wait");
    if (this.chosen && !this.alone) return words.text("web-chosen", { where: cellOf(this.choice ?? "") ? "cell" : "elsewhere" });
    if (this.asked) return this.mine?.todo ? words.say(this.mine.todo) : words.text("web-your-turn");
    if (to_act === null) return words.text("web-count", { chosen: count[0], of: count[1] });
    const missing = to_act.filter((seat) => seat >= 0 && !chosen?.includes(seat));
    return missing.length ? words.text("web-waiting", { names: words.list(missing.map((seat) => words.name(seat))) }) : " ";
  }

  private isBot(seat: number): boolean {
    const found = this.shown.info.seats[seat];
    return found?.kind === "bot" || Boolean(found?.bot);
  }
}
