/** Sure taps: with the player's settings, a tap waits for a second one that confirms it, or for two seconds in which it can be taken back. */

export const TAKE_BACK = 2000; // ms

export interface SureTapsWish {
  confirm: boolean;
  takeBack: boolean;
}

interface Waiting {
  text: string;
  whenever: boolean;
  /** What it waits for. */
  until: "confirmed" | "sent";
}

export class SureTaps {
  waiting: Waiting | null = $state.raw(null);
  private soon: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly send: (text: string, whenever: boolean) => void,
    private readonly wish: () => SureTapsWish,
  ) {}

  tap(text: string, whenever = false): void {
    const same = this.waiting?.text === text;
    if (same && this.waiting?.until === "sent") return; // a double tap
    if (this.wish().confirm && !same) this.wait({ text, whenever, until: "confirmed" });
    else this.sure(text, whenever);
  }

  /** The tap that waits is meant. */
  confirm(): void {
    if (this.waiting) this.sure(this.waiting.text, this.waiting.whenever);
  }

  /** Takes back the tap that waits. */
  drop(): void {
    this.wait(null);
  }

  private sure(text: string, whenever: boolean): void {
    this.wait(this.wish().takeBack ? { text, whenever, until: "sent" } : null);
    if (!this.waiting) this.send(text, whenever);
    else this.soon = setTimeout(() => (this.drop(), this.send(text, whenever)), TAKE_BACK);
  }

  private wait(waiting: Waiting | null): void {
    clearTimeout(this.soon);
    this.waiting = waiting;
  }
}
