/** A review as it comes in: turn by turn, until all are there. */
import type { Review } from "$lib/generated/wire.ts";
import { Refused } from "$lib/net/refused.ts";
import { joined } from "./review.ts";

const AGAIN = 2500; // ms until the next try, when a server is busy
const TRIES = 20;
const BUSY: readonly string[] = ["too-many", "slow-down", "try-again", "offline"];

export class Reviewing {
  review: Review | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  readonly whole = $derived(this.review !== null && this.review.done >= this.review.of);
  private stopped = false;

  /** `load` asks for the turns from one on. */
  constructor(private readonly load: (start: number) => Promise<Review>) {}

  /** Returns a function that stops it. */
  run(): () => void {
    this.stopped = false;
    void this.goOn();
    return () => (this.stopped = true);
  }

  private async goOn(): Promise<void> {
    for (let tries = 0; !this.stopped && !this.whole;) {
      try {
        const found = await this.load(this.review?.done ?? 0);
        if (this.stopped) return;
        [this.review, this.refusal, tries] = [joined(this.review, found), null, 0];
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (!BUSY.includes(error.code) || (tries += 1) > TRIES) {
          this.refusal = error;
          return;
        }
        await new Promise((wake) => setTimeout(wake, AGAIN));
      }
    }
  }
}
