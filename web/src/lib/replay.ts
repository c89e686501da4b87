/** A finished match to go to and fro in: what lies on the table after any step, made of what each step changes. */
import type { TableMessage } from "./ids.ts";
import { type Sheet, sheetOf } from "./sheet.ts";
import type { Heard, PanelOut, Remark, Replay, ReplayStep, SheetRow } from "./wire.ts";

/** What lies on the table after a step. Never changed, only replaced. */
export interface Frame {
  public: readonly PanelOut[];
  own: Readonly<Record<string, readonly PanelOut[]>>;
  sheets: Readonly<Record<string, readonly SheetRow[]>>;
  toAct: readonly number[] | null;
  chosen: readonly number[] | null;
  count: readonly [number, number];
  alarm: number | null; // the hidden deadline, in match time
}

export const EMPTY: Frame = { public: [], own: {}, sheets: {}, toAct: [], chosen: [], count: [0, 0], alarm: null };
const [SHORTEST, LONGEST] = [300, 2500]; // ms that a step is shown
const QUIET: TableMessage = "has-chosen"; // the row of players shows it

/** The table after one more step. */
export function applyStep(frame: Frame, step: ReplayStep): Frame {
  const panels = step.public ?? (step.panels ? [...frame.public] : frame.public);
  for (const [place, panel] of Object.entries(step.panels ?? {})) (panels as PanelOut[])[Number(place)] = panel;
  return {
    public: panels,
    own: step.own ? { ...frame.own, ...step.own } : frame.own,
    sheets: step.sheets ? { ...frame.sheets, ...step.sheets } : frame.sheets,
    toAct: step.to_act === undefined ? frame.toAct : step.to_act,
    chosen: step.chosen === undefined ? frame.chosen : step.chosen,
    count: step.count ?? frame.count,
    alarm: step.alarm === undefined ? frame.alarm : step.alarm,
  };
}

/** A line of the log, one of the three, and the step it is of. */
export interface LogLine {
  at: number;
  said?: Heard;
  note?: Remark;
  /** What somebody has chosen in an open step: to be seen with all open. */
  choice?: { seat: number; text: string };
}

export class Timeline {
  readonly steps: ReplayStep[] = [];
  private readonly frames: Frame[] = []; // they share what does not change, so all are kept
  private readonly fresh = new Set<number>(); // steps that start from nothing
  private coming: Promise<void> | null = null;

  /** `more` asks for the steps from a number on, where the first answer did not hold them all. */
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

  /** Once the steps up to this one are here. Raises what `more` raises. */
  async reach(n: number): Promise<void> {
    while (n >= this.steps.length) {
      this.coming ??= this.more(this.steps.length).then((part) => this.add(part)).finally(() => (this.coming = null));
      await this.coming;
    }
  }

  /** The table after step `n`, which must be here. */
  frame(n: number): Frame {
    for (let at = this.frames.length; at <= n; at += 1) {
      this.frames.push(applyStep(this.fresh.has(at) ? EMPTY : this.frames[at - 1]!, this.steps[at]!));
    }
    return this.frames[n]!;
  }

  /** What a seat has chosen in the open step. */
  choice(n: number, seat: number): string | null {
    if (!this.frame(n).chosen?.includes(seat)) return null;
    for (let at = n; at >= 0; at -= 1) if (this.steps[at]!.who === seat) return this.steps[at]!.text ?? null;
    return null;
  }

  sheet(n: number, seat: number): Sheet | null {
    const rows = this.frame(n).sheets[seat];
    return rows ? sheetOf(rows) : null;
  }

  /** The next step at which a round, a call or a turn begins; else the first that is not here yet, or the last of all. */
  next(n: number): number {
    const found = this.steps.findIndex((step, at) => at > n && step.chapter);
    return found < 0 ? Math.min(this.steps.length, this.last) : found;
  }

  /** The one before. */
  previous(n: number): number {
    for (let at = n - 1; at > 0; at -= 1) if (this.steps[at]?.chapter) return at;
    return 0;
  }

  /** How long step `n` is shown before the next one: as long as it was, but waits are shortened. */
  pause(n: number, speed: number): number {
    const gap = (this.steps[n + 1]?.at ?? 0) - this.steps[n]!.at;
    return Math.min(LONGEST, Math.max(SHORTEST, gap)) / speed;
  }

  /** News of one step for a seat; null: with all open. */
  eventsFor(n: number, seat: number | null): Heard[] {
    const events = this.steps[n]!.events ?? [];
    return events.filter((event) => seat === null || !event.to || event.to.includes(seat));
  }

  /** The log up to step `n`, the latest first, at most so many lines. In a crowd only what concerns all or this seat. */
  log(n: number, seat: number | null, most: number): LogLine[] {
    const found: LogLine[] = [];
    for (let at = n; at >= 0 && found.length < most; at -= 1) found.push(...this.lines(at, seat).reverse());
    return found.slice(0, most);
  }

  private lines(at: number, seat: number | null): LogLine[] {
    const step = this.steps[at]!;
    const { toAct, chosen } = this.frame(at);
    const crowd = toAct === null;
    const news = this.eventsFor(at, seat).filter(({ id, args }) => id !== QUIET && (!crowd || args.seat === undefined || args.seat === seat));
    const choice = seat === null && !crowd && (chosen?.includes(step.who) || step.events?.some(({ id }) => id === QUIET));
    return [
      ...(choice ? [{ at, choice: { seat: step.who, text: step.text ?? "" } }] : []),
      ...news.map((said) => ({ at, said })),
      ...(step.notes ?? []).map((note) => ({ at, note })),
    ];
  }
}

/** Match time for people: 65,432 ms is 1:05. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
