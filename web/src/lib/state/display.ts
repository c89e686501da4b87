/**
 * Updates on their way to the display. Some news is a scene (the verdict in Limits): it is told step by step, and until it has been told,
 * the table stays as it was before. Everything that arrives meanwhile waits. The server never does.
 */
import type { Sentence } from "$lib/generated/wire.ts";

export interface DisplayUpdate<Shown> {
  shown: Shown;
  events: readonly Sentence[];
}

export interface Display<Shown> {
  isScene(update: DisplayUpdate<Shown>): boolean;
  /** `told` of the events were part of a scene. */
  show(shown: Shown, events: readonly Sentence[], told: number): void;
  /** The events of the scene to tell now; null when there is none. */
  stage(scene: readonly Sentence[] | null): void;
}

export class DisplayQueue<Shown> {
  private waiting: DisplayUpdate<Shown>[] = []; // the first one is the scene that is being told

  constructor(private readonly display: Display<Shown>) {}

  push(update: DisplayUpdate<Shown>): void {
    if (this.waiting.length) this.waiting.push(update);
    else if (this.display.isScene(update)) this.begin([update]);
    else this.display.show(update.shown, update.events, 0);
  }

  /** The scene has been told, or skipped: shows what followed, up to the next scene. */
  end(): void {
    const [scene, ...rest] = this.waiting;
    if (!scene) return;
    const next = rest.findIndex((update) => this.display.isScene(update));
    const until = next < 0 ? rest.length : next;
    const released = [scene, ...rest.slice(0, until)];
    this.display.show(
      released.at(-1)!.shown,
      released.flatMap(({ events }) => events),
      scene.events.length,
    );
    this.begin(rest.slice(until));
  }

  private begin(waiting: DisplayUpdate<Shown>[]): void {
    this.waiting = waiting;
    this.display.stage(waiting[0]?.events ?? null);
  }
}
