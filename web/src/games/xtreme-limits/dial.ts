/** The dial: the positions on it, and how to move a hand somewhere. Its face has radius 100. */
import type { XtremeLimitsMessage } from "$lib/generated/ids.ts";
import type { CoachPlace } from "$lib/state/pointers.ts";
import parts from "$parts/xtreme_limits/parts.toml";
import type { GameEvent } from "../props.ts";

const COUNT: number = parts.clock.cells;
export const CELLS: readonly number[] = Array.from({ length: COUNT }, (_, n) => n + 1);
/** A hand, and the panel that says where it is. */
export type Hand = "red" | "green" | "blue";
export const HANDS: readonly Hand[] = parts.hands.names;
export const SWAP_CELLS: ReadonlySet<number> = new Set<number>(parts.clock.exchange);
export const FILLS: Record<string, string> = { red: "#c8281e", green: "#23752f", blue: "#1d62bd" };

/** Each hand has an orbit of its own, so that hands on the same cell do not overlap. */
const ORBITS = [69, 51.5, 34];
export const GAP = ORBITS[0]! - ORBITS[1]!;
export const orbit = (hand: Hand): number => ORBITS[HANDS.indexOf(hand)]!;

/** A move: its text, where it ends and what it costs. */
export interface Reach {
  text: string;
  hand: Hand;
  cell: number;
  cost: number;
}

/** The moves of a hand to every cell, in this lap (lap 1 goes at most once round), whether or not they are legal. */
export function reaches(hand: Hand, from: number, lap: number): Reach[] {
  return CELLS.map((cell) => {
    const cost = ((cell - from - 1 + COUNT) % COUNT) + 1 + (lap - 1) * COUNT;
    return { text: `${hand} ${cost}`, hand, cell, cost };
  });
}

/** What a move does, by its text; null if this is another action. */
export function moveOf(text: string, at: Record<string, number>): Reach | null {
  const [word, cost] = text.split(" ");
  const hand = HANDS.find((one) => one === word);
  return hand ? (reaches(hand, at[hand]!, Math.ceil(Number(cost) / COUNT)).find((one) => one.text === text) ?? null) : null;
}

/** The most laps that any of these actions takes; 0 if none is a move. */
export function laps(legal: readonly string[]): number {
  const costs = legal
    .map((text) => text.split(" "))
    .flatMap(([hand, cost]) => (HANDS.some((one) => one === hand) ? [Number(cost)] : []));
  return Math.ceil(Math.max(0, ...costs) / COUNT);
}

/** The hands that may be moved. */
export const movable = (legal: readonly string[]): Hand[] =>
  HANDS.filter((hand) => legal.some((text) => text.startsWith(`${hand} `)));

/** The cell that an arrow key leads to: right and down are clockwise. */
export function beside(cell: number, key: string): number | null {
  if (key === "ArrowRight" || key === "ArrowDown") return (cell % COUNT) + 1;
  if (key === "ArrowLeft" || key === "ArrowUp") return ((cell - 2 + COUNT) % COUNT) + 1;
  return null;
}

/** The move in the latest news, to draw the hand's path. */
export function justMoved(events: readonly GameEvent<XtremeLimitsMessage>[]): { hand: string; cost: number } | null {
  const moved = events.findLast(({ id }) => id === "moves");
  return moved ? { hand: String(moved.args.hand), cost: Number(moved.args.cells) } : null;
}

export const degrees = (cell: number): number => (cell * 360) / COUNT;

export function point(cell: number, radius: number): [x: number, y: number] {
  const turn = (cell * 2 * Math.PI) / COUNT;
  return [round(Math.sin(turn) * radius), round(-Math.cos(turn) * radius)];
}
const round = (value: number): number => Math.round(value * 100) / 100;

/** The outline of a cell between two radii. */
export function sector(cell: number, inner: number, outer: number): string {
  const [[ax, ay], [bx, by]] = [point(cell - 0.5, outer), point(cell + 0.5, outer)];
  const [[cx, cy], [dx, dy]] = [point(cell + 0.5, inner), point(cell - 0.5, inner)];
  return `M${ax} ${ay}A${outer} ${outer} 0 0 1 ${bx} ${by}L${cx} ${cy}A${inner} ${inner} 0 0 0 ${dx} ${dy}z`;
}

/** Where a move's cost is written: on the outermost orbit, where costs are far apart. A whole lap stands before the hand that is there. */
export function costAt({ hand, cell }: Reach, from: number): [x: number, y: number] {
  return point(cell === from && hand === HANDS[0] ? cell - 0.5 : cell, ORBITS[0]!);
}

/** The path of a hand that ends here, at most once round, along the outside of its orbit, so that it crosses nothing. */
export function way({ hand, cell, cost }: Reach): string {
  const [radius, long] = [orbit(hand) + 8.5, Math.min(cost, COUNT - 0.01)];
  const [[ax, ay], [bx, by]] = [point(cell - long, radius), point(cell, radius)];
  return `M${ax} ${ay}A${radius} ${radius} 0 ${long > COUNT / 2 ? 1 : 0} 1 ${bx} ${by}`;
}

/** A move that the coach points at: where it ends, and where its label stands, half as wide as told. */
export interface Pointed extends CoachPlace {
  move: Reach;
  end: readonly [x: number, y: number];
  label: string;
  at: readonly [x: number, y: number];
  half: number;
}
interface Box {
  x: number;
  y: number;
  half: number;
  high: number;
}
const DISC = 10.5; // the ring around where a hand ends
export const LABEL = 5; // half the height of a label
const HUB = 15.5;

const overlap = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < a.half + b.half && Math.abs(a.y - b.y) < a.high + b.high;

/** The moves among these places, with their labels above, below or beside the ends: where they hide the least. */
export function pointedMoves(places: readonly CoachPlace[], at: Record<string, number>): Pointed[] {
  const moves = places.flatMap((place) => {
    const move = moveOf(place.action, at);
    return move ? [{ ...place, move, end: point(move.cell, orbit(move.hand)) }] : [];
  });
  const disc = ([x, y]: readonly [number, number]): Box => ({ x, y, half: DISC, high: DISC });
  const taken: Box[] = [
    { x: 0, y: 0, half: HUB, high: HUB },
    ...HANDS.map((hand) => disc(point(at[hand]!, orbit(hand)))),
    ...moves.map(({ end }) => disc(end)),
  ];
  return moves.map((place) => {
    const half = 5 + 2.4 * place.label.length;
    const { end, kind } = place;
    const [above, below, left, right] = [
      [0, -DISC - LABEL],
      [0, DISC + LABEL],
      [-DISC - half, 0],
      [DISC + half, 0],
    ] as const;
    const boxes = (kind === "yours" ? [below, above, left, right] : [above, below, left, right]).map(([dx, dy]) => ({
      x: Math.max(half - 100, Math.min(100 - half, end[0] + dx)),
      y: Math.max(LABEL - 100, Math.min(100 - LABEL, end[1] + dy)),
      half,
      high: LABEL,
    }));
    const hides = (box: Box): number => taken.filter((one) => overlap(one, box)).length;
    const best = boxes.reduce((a, b) => (hides(b) < hides(a) ? b : a));
    taken.push(best);
    return { ...place, at: [best.x, best.y] as const, half };
  });
}
