/** How tiles look: a colour, an ink and a pattern for each value, so that colour is never the only sign. */
import look from "$kit/tiles.toml";

export interface Band {
  fill: string;
  ink: string;
}

interface Stroke {
  width: number;
  dashes?: string;
  opacity?: number;
}

interface Body {
  fill: string;
  edge: string;
  width: number;
  seal: string;
}

type Spot = readonly [x: number, y: number];

interface Look {
  bands: Record<number, Band>;
  numbers: readonly [top: Spot, left: Spot, right: Spot];
  patterns: ("plain" | "dots" | "dashes" | "twin")[];
  lines: Record<"edge" | "band" | "dots" | "dashes", Stroke> & { twin: Stroke & { apart: number } };
  bodies: Record<"plain" | "gold" | "silver", Body>;
  symbols: { sun: string; moon: string; moon_path: string };
}

/** The same data as `tablee.svg` draws with. */
export const LOOK = look as Look;
export const BANDS = LOOK.bands;

/** Ends of the three bands on a hex of side 1: vertical, rising, falling. */
const H = Math.sqrt(3) / 2;
export const ENDS = [
  [0, -H, 0, H],
  [-0.75, H / 2, 0.75, -H / 2],
  [-0.75, -H / 2, 0.75, H / 2],
] as const;
export const DIRECTIONS = ["vertical", "rising", "falling"] as const;

export const patternOf = (value: number): Look["patterns"][number] => LOOK.patterns[Math.ceil(value / 3) - 1] ?? "plain";

export const valuesOf = (tile: string): number[] => tile.split("-").map(Number);

/** What is printed on a tile besides its values. */
export interface Marks {
  symbol?: "sun" | "moon" | undefined;
  metal?: "gold" | "silver" | undefined;
}

export interface TileParts {
  tiles: { top: number[]; left: number[]; right: number[] };
  symbols: { sun_when: "odd" | "even" };
  bonus?: Record<string, string[]>;
  sources: Record<string, { confidence: string }>;
}

/** The marks of every tile, from the game's parts.toml. */
export function marksOf(parts: TileParts): (tile: string) => Marks {
  const sides = [parts.tiles.top, parts.tiles.left, parts.tiles.right];
  const metals = Object.entries(parts.bonus ?? {}).flatMap(([metal, tiles]) => tiles.map((tile) => [tile, metal] as const));
  const metal = new Map(metals) as Map<string, "gold" | "silver">;
  return (tile) => {
    const ranks = valuesOf(tile).reduce((sum, value, side) => sum + sides[side]!.indexOf(value), 0);
    const sun = (ranks % 2 === 1) === (parts.symbols.sun_when === "odd");
    const found = metal.get(tile);
    return { symbol: sun ? "sun" : "moon", ...(found && { metal: found }) };
  };
}

/** Every tile of a game, in the order of its values. */
export const tilesOf = ({ tiles: { top, left, right } }: TileParts): string[] =>
  top.flatMap((a) => left.flatMap((b) => right.map((c) => `${a}-${b}-${c}`)));

const MARK_WORDS = { sun: "web-sun", moon: "web-moon", gold: "web-gold", silver: "web-silver" } as const;

/** The accessible name of a tile: "9-7-3, sun". */
export function tileName(tile: string, marks: Marks, text: (id: string) => string): string {
  const more = [marks.metal, marks.symbol].flatMap((mark) => (mark ? [text(MARK_WORDS[mark])] : []));
  return [tile, ...more].join(", ");
}
