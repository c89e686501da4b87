/** What bots score with the deal of a day: run by run, as they come in, a few of one level and a few of the other in turn. */
import type { DealRuns } from "$lib/generated/wire.ts";
import { Refused } from "$lib/net/refused.ts";

const AGAIN = 2500; // ms until the next try, when a server is busy
const TRIES = 20;
const BUSY: readonly string[] = ["too-many", "slow-down", "try-again", "offline"];

export interface LevelRuns {
  level: string;
  scores: readonly number[];
  of: number; // 0 as long as nobody has said
}

export const mean = (scores: readonly number[]): number => scores.reduce((sum, score) => sum + score, 0) / scores.length;

/** The percentage of these scores that are lower, rounded down. */
export const betterThan = (scores: readonly number[], score: number): number =>
  Math.floor((100 * scores.filter((one) => one < score).length) / scores.length);

export interface Bar {
  from: number;
  part: number; // of the highest
}

/** Scores in bars of equal width, wide enough that there are at most so many. */
export function barsOf(scores: readonly number[], most: number): { bars: Bar[]; width: number } {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const width = [5, 10, 20, 25, 50, 100].find((one) => Math.floor(high / one) - Math.floor(low / one) < most) ?? 200;
  const first = Math.floor(low / width);
  const counts = Array.from({ length: Math.floor(high / width) - first + 1 }, () => 0);
  for (const score of scores) counts[Math.floor(score / width) - first]! += 1;
  const highest = Math.max(...counts);
  return { bars: counts.map((count, n) => ({ from: (first + n) * width, part: count / highest })), width };
}

const isWhole = ({ scores, of }: LevelRuns): boolean => of > 0 && scores.length >= of;

export class Runs {
  par: LevelRuns = $state.raw({ level: "", scores: [], of: 0 });
  field: LevelRuns = $state.raw({ level: "", scores: [], of: 0 });
  /** They cannot be made here. */
  failed = $state(false);
  /** The mean of all runs, once they are there. */
  readonly mean = $derived(isWhole(this.par) ? Math.round(mean(this.par.scores)) : null);
  readonly whole = $derived(isWhole(this.par) && isWhole(this.field));
  private users = 0;
  private running = false;

  /** `load` asks for the runs of a level from one on. */
  constructor(
    private readonly load: (level: string, start: number) => Promise<DealRuns>,
    par: string,
    field: string,
  ) {
    this.par = { ...this.par, level: par };
    this.field = { ...this.field, level: field };
  }

  /** As long as somebody wants them. Returns a function that says that they are not wanted any more. */
  run(): () => void {
    this.users += 1;
    void this.goOn();
    return () => (this.users -= 1);
  }

  private async goOn(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let tries = 0; this.users > 0 && !this.whole && !this.failed;) {
      try {
        if (!isWhole(this.par)) this.par = await this.more(this.par);
        if (this.users > 0 && !isWhole(this.field)) this.field = await this.more(this.field);
        tries = 0;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.failed = !BUSY.includes(error.code) || (tries += 1) > TRIES;
        await new Promise((wake) => setTimeout(wake, AGAIN));
      }
    }
    this.running = false;
  }

  private async more(runs: LevelRuns): Promise<LevelRuns> {
    const { scores, of } = await this.load(runs.level, runs.scores.length);
    return { ...runs, scores: [...runs.scores, ...scores], of };
  }
}
