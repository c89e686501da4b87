/** A guided game: which bubble is shown, what it points at, and when it has been learned. The bubbles are data from the game's folder. */
import type { BubbleInfo, Sentence } from "$lib/generated/wire.ts";

/** What a bubble may depend on: the seat's own situation, the latest news, and how far its match is. */
export interface Situation {
  legal: readonly string[];
  events: readonly Sentence[];
  over: boolean;
  /** How often this seat was asked, and how often it has acted. */
  turn: number;
  n: number;
}

const fits = (pattern: string, text: string): boolean =>
  pattern.endsWith("*") ? text.startsWith(pattern.slice(0, -1)) : text === pattern;

function split(text: string): [string, string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}

/** What follows `kind:` in what a bubble points at. */
export const pointed = (bubble: BubbleInfo, kind: string): string[] =>
  bubble.point.map(split).flatMap(([found, what]) => (found === kind ? [what] : []));

/** The legal actions that a bubble lights: its suggestion, which makes sense only to players who have followed all so far, or a kind of action. */
export function lightsUp(bubble: BubbleInfo, legal: readonly string[], followed: boolean): string[] {
  const [suggested, kinds] = [pointed(bubble, "suggest"), pointed(bubble, "action")];
  const among = (patterns: readonly string[]): string[] =>
    legal.filter((text) => patterns.some((pattern) => fits(pattern, text)));
  const some = followed ? among(suggested) : [];
  if (some.length || !(suggested.length + kinds.length)) return some;
  return among(kinds.length ? kinds : ["*"]);
}

function holds(condition: string, now: Situation): boolean {
  const [kind, what] = split(condition);
  if (kind === "over") return now.over;
  if (kind === "event") return now.events.some(({ id }) => id === what);
  return !now.over && now.legal.some((text) => kind === "asked" || fits(what, text));
}

/** A bubble to be read is not passed by an action this soon: the tap was on its way before the bubble came. */
export const HASTE = 1000; // ms

export class Tour {
  /** The bubble that is shown. */
  shown: number | null = $state(null);
  passed: readonly number[] = $state.raw([]);
  private followed = true;
  private shownAt = { turn: -1, n: 0, time: 0 };
  private turn = -1; // of the last bubble that was passed by acting: the next one waits for another
  private tapped = "";

  constructor(
    readonly bubbles: readonly BubbleInfo[],
    passed: readonly number[] = [],
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.passed = passed;
    this.followed = !passed.length; // the page was reloaded: we no longer know
  }

  get bubble(): BubbleInfo | null {
    return this.shown === null ? null : (this.bubbles[this.shown] ?? null);
  }

  /** Every bubble has been followed; the player is asked how to go on. */
  get learned(): boolean {
    return this.shown === null && this.passed.length === this.bubbles.length;
  }

  /** The actions that the shown bubble lights. */
  actions(legal: readonly string[]): string[] {
    return this.bubble ? lightsUp(this.bubble, legal, this.followed) : [];
  }

  /** The cells that are half lit: the line in which the suggested cell lies. */
  along(legal: readonly string[]): string[] {
    const { bubble } = this;
    const lit = this.actions(legal);
    if (!bubble || lit.length !== 1 || !pointed(bubble, "suggest").includes(lit[0]!)) return [];
    return pointed(bubble, "along").flatMap((cells) => cells.split(" "));
  }

  /** The player has tapped this; whether it counts is known later. */
  tap(text: string, legal: readonly string[]): void {
    this.tapped = this.actions(legal).includes(text) ? text : "";
    if (this.bubble?.until === "read" && this.clock() - this.shownAt.time < HASTE) this.shownAt.n += 1;
  }

  /** Call after every change. */
  look(now: Situation): void {
    const { bubble } = this;
    const gone = bubble && !bubble.when.startsWith("event:") && !holds(bubble.when, now);
    // an action that leads to a scene counts only after it: then the step is gone before
    if (bubble && (this.isPassed(bubble, now) || (gone && this.tapped))) this.pass(this.shownAt.turn);
    else if (gone) this.shown = null; // comes back with the next such step
    if (this.shown === null) this.showNext(now);
  }

  read(now: Situation): void {
    this.pass(-1);
    this.showNext(now);
  }

  /** Leaves out what is left, the question at the end included. */
  skip(): void {
    this.passed = [...this.bubbles.keys(), this.bubbles.length];
    this.shown = null;
  }

  private isPassed(bubble: BubbleInfo, now: Situation): boolean {
    const [kind] = split(bubble.until);
    return kind === "event" ? holds(bubble.until, now) : now.n > this.shownAt.n;
  }

  private pass(turn: number): void {
    const { bubble } = this;
    if (bubble && pointed(bubble, "suggest").length && !this.tapped) this.followed = false;
    if (this.shown !== null) this.passed = [...this.passed, this.shown];
    this.tapped = "";
    this.turn = turn;
    this.shown = null;
  }

  private showNext(now: Situation): void {
    const next = this.bubbles.findIndex(
      (one, n) => !this.passed.includes(n) && holds(one.when, now) && (one.when.startsWith("event:") || now.turn !== this.turn),
    );
    if (next < 0) return;
    this.shown = next;
    this.shownAt = { turn: now.turn, n: now.n, time: this.clock() };
  }
}
