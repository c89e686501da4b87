/** How the cards look, which of them are hidden, and what an accusation reveals. */
import type { LimitsMessage } from "$lib/generated/ids.ts";
import type { GameEvent } from "../props.ts";

type LimitsEvent = GameEvent<LimitsMessage>;

export interface Face {
  fill: string;
  ink: string;
  /** A symbol around 0, 0, about 11 units in each direction: colour is never the only sign. */
  sign: string;
}

const round = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

export const FACES: Record<string, Face> = {
  red: { fill: "#c8281e", ink: "#ffffff", sign: "M0-10 10.5 8h-21z" },
  yellow: { fill: "#f2c230", ink: "#2b2105", sign: "M0-11 2.9-3.7 10.5-3.4 4.6 1.4 6.7 9 0 4.7-6.7 9-4.6 1.4-10.5-3.4-2.9-3.7z" },
  green: { fill: "#24762f", ink: "#ffffff", sign: `${round(0, -5, 5)}${round(-5.2, 3, 5)}${round(5.2, 3, 5)}M-1-2h2L3 11h-6z` },
  blue: { fill: "#1d62bd", ink: "#ffffff", sign: "M0-12C3-6 8-2 8 3.5A8 7.5 0 1 1-8 3.5C-8-2-3-6 0-12z" },
  purple: { fill: "#7a3cb8", ink: "#ffffff", sign: "M0-12 8.5 0 0 12-8.5 0z" },
};

/** The colours that an action hides: `hide red blue`. */
const HIDE = "hide ";
export const hidden = (action: string | null): string[] => (action?.startsWith(HIDE) ? action.slice(HIDE.length).split(" ") : []);

/** How many cards are to be hidden now. */
export const toHide = (legal: readonly string[]): number =>
  hidden(legal.find((action) => action.startsWith(HIDE)) ?? null).length;

/** The legal action that hides exactly these, in any order. */
export function hideAction(legal: readonly string[], colours: readonly string[]): string | undefined {
  const wanted = colours.toSorted().join();
  return legal.find((action) => hidden(action).sort().join() === wanted && wanted);
}

/** The positions of these colours in a hand; cards of one colour are interchangeable. */
export function placesOf(hand: readonly string[], colours: readonly string[]): number[] {
  const left = [...colours];
  return [...hand.keys()].filter((place) => {
    const found = left.indexOf(hand[place]!);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

/** The positions of newly drawn cards in a hand. */
export const drawn = (events: readonly LimitsEvent[], hand: readonly string[]): number[] => {
  const colours = events.flatMap(({ id, args }) => (id === "you-draw" ? [String(args.colour)] : []));
  const last = hand.length - 1;
  return placesOf(hand.toReversed(), colours).map((place) => last - place);
};

/** What an accusation reveals. */
export interface Reveal {
  accuser: number;
  accused: number;
  colour: string;
  raisers: { seat: number; colour: string; said: LimitsEvent }[];
  laid: number;
  /** Null if there is no limit. */
  most: number | null;
  raised: number;
  guilty: boolean;
  /** Who takes the limit card, and who gets the point if one is left. */
  taker: number;
  winner: number;
  won: number;
  said: { accuses: LimitsEvent; finding: LimitsEvent; verdict: LimitsEvent };
}

export function revealOf(events: readonly LimitsEvent[]): Reveal | null {
  const one = (...ids: LimitsMessage[]): LimitsEvent | undefined => events.find(({ id }) => ids.includes(id));
  const [accuses, finding, verdict] = [one("accuses"), one("finding"), one("guilty", "innocent")];
  if (!accuses || !finding || !verdict) return null;
  const [accuser, accused, guilty] = [Number(accuses.args.seat), Number(accuses.args.other), verdict.id === "guilty"];
  return {
    accuser,
    accused,
    colour: String(accuses.args.colour),
    raisers: events.flatMap((said) =>
      said.id === "raiser" ? [{ seat: Number(said.args.seat), colour: String(said.args.colour), said }] : [],
    ),
    laid: Number(finding.args.laid),
    most: finding.args.most === "X" ? null : Number(finding.args.most),
    raised: Number(finding.args.raised),
    guilty,
    taker: guilty ? accused : accuser,
    winner: guilty ? accuser : accused,
    won: Number(verdict.args.won),
    said: { accuses, finding, verdict },
  };
}

/** How many cards of the colour are allowed; null if there is no limit. */
export const allowed = ({ most, raised }: Reveal): number | null => (most === null ? null : most + raised);

/** What is shown next, and after how long (ms). */
export interface Step {
  kind: "limit" | "raiser" | "card" | "verdict";
  wait: number;
}

const STILL = 600; // ms for every step, without motion

/** In this order: the limit, the raisers one by one, the cards one by one, silence, the verdict. */
export function stepsOf({ raisers, laid }: Reveal, still: boolean): Step[] {
  const some = (kind: Step["kind"], wait: number, count = 1): Step[] =>
    Array.from({ length: count }, () => ({ kind, wait: still ? STILL : wait }));
  return [...some("limit", 400), ...some("raiser", 500, raisers.length), ...some("card", 350, laid), ...some("verdict", 600)];
}
