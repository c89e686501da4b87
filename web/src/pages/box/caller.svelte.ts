/** A caller: tiles in an order that a seed has decided before the first call. Going back and on shows the same tiles again. */
import { PLANS, type Plan } from "$lib/generated/calls.ts";
import { randomHex } from "$lib/net/random.ts";
import { below, commitment } from "./fair.ts";
import { readStored, store } from "./stored.ts";

/** All tiles that will be called with this seed; the same as `tablee calls` prints. */
export function order(seed: string, { tiles, calls }: Plan): string[] {
  const left = [...tiles];
  return Array.from({ length: calls }, (_, draw) => left.splice(Number(below(seed, draw, BigInt(left.length))), 1)[0]!);
}

export interface CallerState {
  seed: string;
  options: Record<string, string>;
  at: number;
  every: number;
  aloud: boolean;
  /** Of the link for other screens; empty if there is none. */
  secret: string;
}

const same = (a: Record<string, string>, b: Record<string, string>): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What is called in a game with these options: the plan that has most of them. */
export function planFor(game: string, options: Record<string, unknown>): Plan | undefined {
  const fits = ({ options: own }: Plan): number => Object.entries(own).filter(([name, value]) => options[name] === value).length;
  const plans = PLANS[game] ?? [];
  return plans.find((plan) => fits(plan) === Math.max(...plans.map(fits)));
}

/** What was called before a reload, or in an earlier game. */
export const calledIn = (game: string, { seed, options, at }: CallerState): string[] =>
  order(seed, planFor(game, options)!).slice(0, at);

/** Where a caller is kept: by default by game, for a device that only calls. */
interface Shelf {
  read(): Partial<CallerState>;
  write(state: CallerState): void;
}
const shelfOf = (game: string): Shelf => ({
  read: () => readStored<CallerState>(`caller ${game}`),
  write: (state) => void store(`caller ${game}`, state),
});

export class Caller {
  readonly plans: readonly Plan[];
  private kept: CallerState = $state({ seed: randomHex(32), options: {}, at: 0, every: 20, aloud: true, secret: "" });

  constructor(
    readonly game: string,
    private readonly shelf: Shelf = shelfOf(game),
  ) {
    this.plans = PLANS[game] ?? [];
    this.keep(shelf.read()); // from now on, the commitment that is shown stays the same
  }

  private keep(change: Partial<CallerState>): void {
    Object.assign(this.kept, change);
    this.shelf.write({ ...this.kept });
  }

  readonly plan: Plan = $derived.by(() => this.plans.find(({ options }) => same(options, this.kept.options)) ?? this.plans[0]!);
  private readonly order = $derived.by(() => order(this.kept.seed, this.plan));
  /** What was called so far, the latest last. */
  readonly called: readonly string[] = $derived.by(() => this.order.slice(0, this.kept.at));
  readonly over = $derived.by(() => this.kept.at >= this.plan.calls);
  readonly commit = $derived.by(() => commitment(this.kept.seed));
  /** Secret until everything is called. */
  readonly seed = $derived.by(() => (this.over ? this.kept.seed : ""));

  get every(): number {
    return this.kept.every;
  }
  get aloud(): boolean {
    return this.kept.aloud;
  }
  get secret(): string {
    return this.kept.secret;
  }

  /** Before the first call. */
  choose(plan: Plan): void {
    if (!this.kept.at) this.keep({ options: plan.options });
  }

  set(change: Partial<Pick<CallerState, "every" | "aloud">>): void {
    this.keep(change);
  }

  next(): void {
    if (!this.over) this.keep({ at: this.kept.at + 1 });
  }

  back(): void {
    if (this.kept.at) this.keep({ at: this.kept.at - 1 });
  }

  /** A new game with a new seed. */
  again(): void {
    this.keep({ seed: randomHex(32), at: 0 });
  }

  share(): void {
    if (!this.secret) this.keep({ secret: randomHex(16) });
  }

  unshare(): void {
    this.keep({ secret: "" });
  }
}
