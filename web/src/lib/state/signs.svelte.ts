/** The signs that players show each other: for a moment each, and one at a time for each seat. */
import type { Reaction } from "$lib/generated/wire.ts";

export type Sign = Reaction["sign"];
export const SIGNS: readonly Sign[] = ["hello", "bravo", "laugh", "wow", "ouch", "think"];
export const SHOWN = 3000; // ms

export class Signs {
  shown: readonly (Reaction & { key: number })[] = $state.raw([]);
  private number = 0;

  show({ seat, sign }: Reaction): void {
    const key = ++this.number;
    this.shown = [...this.shown.filter((one) => one.seat !== seat), { seat, sign, key }];
    setTimeout(() => (this.shown = this.shown.filter((one) => one.key !== key)), SHOWN);
  }
}
