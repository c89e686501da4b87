/** A finished match: what is on the table after any step, built from the changes of each step. */
import type { TableMessage } from "$lib/generated/ids.ts";
import type { ReplayEvent, PanelOut, Remark, Replay, ReplayStep } from "$lib/generated/wire.ts";
import { changed, type Picture } from "$lib/net/picture.ts";
import { type Sheet, sheetOf } from "./sheet.ts";

/** What is on the table after a step, with all cards open. */
export interface Frame extends Picture {
  readonly own: Readonly<Record<string, readonly PanelOut[]>>;
  readonly alarm: number | null; // the hidden deadline, in match time
}

export const EMPTY: Frame = { public: [], own: {}, sheets: {}, to_act: [], chosen: [], count: [0, 0], alarm: null };
const [SHORTEST, LONGEST] = [300, 2500]; // ms that a step is shown
const QUIET: TableMessage = "has-chosen"; // not in the log: the row of players shows it

/** The table after one more step. */
export function applyStep(frame: Frame, step: ReplayStep): Frame {
  return {
    ...changed(frame, step),
    own: step.own ? { ...frame.own, ...step.own } : frame.own,
    alarm: step.alarm === undefined ? frame.alarm : step.alarm,
  };
}

/** A line of the log (exactly one of the three) and its step. */
export interface LogLine {
  at: number;
  said?: ReplayEvent;
  note?: Remark;
  /** A choice in a simultaneous step; shown only with all open. */
  choice?: { seat: number; text: string };
}

export class Timeline {
  readonly steps: ReplayStep[] = [];
  private readonly frames: Frame[] = []; // cheap to keep, because they share what does not change
  private readonly fresh = new Set<number>(); // steps that contain everything
  private coming: Promise<void> | null = null;

  /** `more` requests further steps, if the first answer did not contain all of them. */
  constructor(
    readonly match: Replay,
    private readonly more: (start: number) => Promise<Replay>,
  ) {
    this.add(match);
  }

  get last(): number {
    return this.match.total - 1;
  }

  private add(part: Replay): void {
    this.fresh.add(this.steps.length);
    this.steps.push(...part.steps);
  }

  /** Resolves once all steps up to this one are loaded. Throws what `more` throws. */
  async reach(n: number): Promise<void> {
    while (n >= this.steps.length) {
      this.coming ??= this.more(this.steps.length)
        .then((part) => this.add(part))
        .finally(() => (this.coming = null));
      await this.coming;
    }
  }

  /** The table after step `n`, which must be loaded. */
  frame(n: number): Frame {
    for (let at = this.frames.length; at <= n; at += 1) {
      this.frames.push(applyStep(this.fresh.has(at) ? EMPTY : this.frames[at - 1]!, this.steps[at]!));
    }
    return this.frames[n]!;
  }

  /** A seat's choice in the current step. */
  choice(n: number, seat: number): string | null {
    if (!this.frame(n).chosen?.includes(seat)) return null;
    for (let at = n; at >= 0; at -= 1) if (this.steps[at]!.who === seat) return this.steps[at]!.text ?? null;
    return null;
  }

  sheet(n: number, seat: number): Sheet | null {
    const rows = this.frame(n).sheets[seat];
    return rows ? sheetOf(rows) : null;
  }

  /** The next step at which a round, a call or a turn begins; if none is loaded, the first step that is not loaded, or the last. */
  next(n: number): number {
    const found = this.steps.findIndex((step, at) => at > n && step.chapter);
    return found < 0 ? Math.min(this.steps.length, this.last) : found;
  }

  /** The previous one. */
  previous(n: number): number {
    for (let at = n - 1; at > 0; at -= 1) if (this.steps[at]?.chapter) return at;
    return 0;
  }

  /** How long to show step `n`: as long as it took, but long waits are shortened. */
  pause(n: number, speed: number): number {
    const gap = (this.steps[n + 1]?.at ?? 0) - this.steps[n]!.at;
    return Math.min(LONGEST, Math.max(SHORTEST, gap)) / speed;
  }

  /** The news of one step for a seat; null is with all open. */
  eventsFor(n: number, seat: number | null): ReplayEvent[] {
    const events = this.steps[n]!.events ?? [];
    return events.filter((event) => seat === null || !event.to || event.to.includes(seat));
  }

  /** The log up to step `n`, latest first, with a maximum number of lines. In a big room, only what concerns everybody or this seat. */
  log(n: number, seat: number | null, most: number): LogLine[] {
    const found: LogLine[] = [];
    for (let at = n; at >= 0 && found.length < most; at -= 1) found.push(...this.lines(at, seat).reverse());
    return found.slice(0, most);
  }

  private lines(at: number, seat: number | null): LogLine[] {
    const step = this.steps[at]!;
    const { to_act, chosen } = this.frame(at);
    const crowd = to_act === null;
    const news = this.eventsFor(at, seat).filter(
      ({ id, args }) => id !== QUIET && (!crowd || args.seat === undefined || args.seat === seat),
    );
    const choice = seat === null && !crowd && (chosen?.includes(step.who) || step.events?.some(({ id }) => id === QUIET));
    return [
      ...(choice ? [{ at, choice: { seat: step.who, text: step.text ?? "" } }] : []),
      ...news.map((said) => ({ at, said })),
      ...(step.notes ?? []).map((note) => ({ at, note })),
    ];
  }
}

/** Formats match time: 65,432 ms is 1:05. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
