/** When a hidden time is over. Only the worker asks: the page itself must not know. */
import { below } from "./fair.ts";

/** A glass or a bell that runs; all that is stored of it. Times are those of the wall clock, in ms. */
export interface Run {
  seed: string;
  from: number; // the range, in units of so many ms
  to: number;
  unit: number;
  start: number;
  turned: number | null; // when the glass was turned, if it was
}

/** Once it is turned, it runs for as long again as it has run so far. */
export function deadlineOf({ seed, from, to, unit, start, turned }: Run): number {
  if (turned !== null) return turned + Math.max(turned - start, 1);
  return start + unit * (from + Number(below(seed, 0, BigInt(to - from + 1))));
}

export type ToWorker =
  | { run: Run; open: boolean } // begins
  | { stop: number } // pressed at this time
  | { turn: number }
  | { look: true }; // the device may have slept

export type FromWorker =
  | { fell: number } // the time that is over
  | { stopped: number }
  | { turned: number }
  | { open: number }; // when it will be over, for those who may know

export interface Timers {
  now(): number;
  set(call: () => void, ms: number): unknown;
  clear(id: unknown): void;
  post(message: FromWorker): void;
}

const LONGEST = 1 << 30; // ms; browsers cannot count much further
const SHORT = 100; // ms; in a hidden tab, Firefox lets a longer timer go off up to 600 ms late
const EARLY = 2000; // ms before the end, from which on timers are short

/** How long to wait before looking again. */
function pause(left: number): number {
  return Math.min(left > EARLY + SHORT ? left - EARLY : SHORT, left, LONGEST);
}

/** Answers messages, and tells once when the time is over. A press counts when it was made, not when it arrives. */
export function watch({ now, set, clear, post }: Timers): (message: ToWorker) => void {
  let run: Run | null = null;
  let deadline = 0;
  let timer: unknown;
  let told = false;

  function look(): void {
    clear(timer);
    if (!run || told) return;
    if (now() >= deadline) fall();
    else timer = set(look, pause(deadline - now()));
  }

  function fall(): void {
    told = true;
    post({ fell: deadline });
  }

  return (message) => {
    if ("run" in message) {
      [run, told, deadline] = [message.run, false, deadlineOf(message.run)];
      if (message.open) post({ open: deadline });
    } else if ("stop" in message && run) {
      if (message.stop < deadline) {
        run = null;
        post({ stopped: message.stop });
      }
    } else if ("turn" in message && run && run.turned === null) {
      if (message.turn < deadline) {
        run = { ...run, turned: message.turn };
        [told, deadline] = [false, deadlineOf(run)];
        post({ turned: message.turn });
      }
    }
    look();
  };
}
