/** A hidden time as the page sees it: that it runs, and, once it is over, that it is. When it will be, only its worker knows. */
import { untrack } from "svelte";
import { randomHex } from "$lib/net/random.ts";
import { running } from "$lib/state/running.svelte.ts";
import type { FromWorker, Run, ToWorker } from "./hidden-time.ts";
import { readStored, store } from "./stored.ts";

export type Phase = "ready" | "running" | "stopped" | "over";

/** Which times may be drawn, in units of so many ms, and whether everybody may see the time run. */
export interface Range {
  from: number;
  to: number;
  unit: number;
  open: boolean;
}

/** Stored: a run with its seed and when it began, never when it ends. */
interface Kept {
  range: Range;
  run: Run | null;
  open: boolean; // of that run
  told: boolean; // that it is over
}

const makeWorker = (): Worker => new Worker(new URL("./hidden.worker.ts", import.meta.url), { type: "module" });
const RETURNS = ["visibilitychange", "resume"] as const; // of a page that may have slept

export class HiddenTime {
  phase: Phase = $state("ready");
  range: Range = $state.raw({ from: 0, to: 0, unit: 1, open: false });
  run: Run | null = $state.raw(null);
  /** When it was over, or how long it had run when it was stopped; in ms. */
  at = $state(0);
  /** How late the page learnt of the end, in ms. */
  late = $state(0);
  /** When it will be over, if everybody may know. */
  ends: number | null = $state(null);
  /** Whether its end is news: at a later visit, it is not. */
  news = $state(false);
  /** The worker could not be loaded. */
  failed = $state(false);
  /** How many places show it, besides the bar for all other pages. */
  watched = $state(0);
  private worker: Worker | null = null;
  private open = false;
  private told = false;

  constructor(
    private readonly tool: string,
    usual: Range,
    private readonly make: () => Worker = makeWorker,
  ) {
    const kept = readStored<Kept>(tool);
    this.offer(usual);
    this.load();
    if (kept.run) this.follow(kept.run, kept.open ?? false, kept.told);
    for (const event of RETURNS) document.addEventListener(event, this.look);
    addEventListener("pageshow", this.look);
  }

  /** What may be drawn, as long as nobody has chosen anything else. */
  offer(usual: Range): void {
    this.range = { ...usual, ...readStored<Kept>(this.tool).range };
  }

  /** Before anything runs: later there may be no network. */
  load(): void {
    this.failed = false;
    this.worker?.terminate();
    this.worker = this.make();
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = () => (this.failed = true);
    if (this.run) this.send({ run: this.run, open: this.open });
  }

  private keep(): void {
    store(this.tool, { range: this.range, run: this.run, open: this.open, told: this.told } satisfies Kept);
  }

  set(change: Partial<Range>): void {
    this.range = { ...this.range, ...change };
    this.keep();
  }

  begin(): void {
    const { from, to, unit, open } = this.range;
    this.follow({ seed: randomHex(32), from, to, unit, start: Date.now(), turned: null }, open);
    this.keep();
  }

  /** Until the returned function is called, somebody sees it. */
  watch(): () => void {
    untrack(() => this.watched++);
    return () => this.watched--;
  }

  private follow(run: Run, open: boolean, told = false): void {
    [this.run, this.open, this.told, this.phase, this.ends] = [run, open, told, "running", null];
    if (!running.tools.includes(this.tool)) running.tools.push(this.tool);
    this.send({ run, open });
  }

  private hear(message: FromWorker): void {
    if ("open" in message) this.ends = message.open;
    else if ("turned" in message) this.turned(message.turned);
    else if ("stopped" in message) this.stopped(message.stopped);
    else this.over(message.fell);
  }

  private over(at: number): void {
    [this.phase, this.at, this.late, this.news] = ["over", at, Date.now() - at, !this.told];
    this.told = true;
    this.keep();
  }

  private turned(turned: number): void {
    this.run = { ...this.run!, turned };
    [this.phase, this.told] = ["running", false];
    this.keep();
  }

  private stopped(at: number): void {
    [this.phase, this.at, this.run] = ["stopped", at - this.run!.start, null];
    this.keep();
  }

  /** Whether it was in time, the worker decides. */
  stop(): void {
    this.send({ stop: Date.now() });
  }

  turn(): void {
    this.send({ turn: Date.now() });
  }

  private send(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private readonly look = (): void => this.send({ look: true });
}

// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing shows which tools there are
const times = new Map<string, HiddenTime>();
const UNKNOWN: Range = { from: 0, to: 0, unit: 1, open: false }; // until its page is opened

/** The hidden time of a tool. It goes on whatever page is open. */
export function timeOf(tool: string, usual: Range = UNKNOWN): HiddenTime {
  const known = times.get(tool);
  if (!known) times.set(tool, new HiddenTime(tool, usual));
  else if (usual !== UNKNOWN) known.offer(usual);
  return times.get(tool)!;
}
