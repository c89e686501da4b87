/** How tiles look: a colour, an ink and a pattern for each value, so that colour is never the only sign. */

export interface Band {
  fill: string;
  ink: string;
}

export const BANDS: Record<number, Band> = {
  1: { fill: "#a3abb5", ink: "#16181c" },
  2: { fill: "#f6a9c4", ink: "#16181c" },
  3: { fill: "#b8135a", ink: "#ffffff" },
  4: { fill: "#1d66c4", ink: "#ffffff" },
  5: { fill: "#2bbdb4", ink: "#16181c" },
  6: { fill: "#cf2a20", ink: "#ffffff" },
  7: { fill: "#23803a", ink: "#ffffff" },
  8: { fill: "#f28a1e", ink: "#16181c" },
  9: { fill: "#f7d328", ink: "#16181c" },
  10: { fill: "#101215", ink: "#ffffff" },
  11: { fill: "#ffffff", ink: "#16181c" },
  12: { fill: "#7a3cb8", ink: "#ffffff" },
};

/** Ends of the three bands on a hex of side 1: vertical, rising, falling. */
const H = Math.sqrt(3) / 2;
export const ENDS = [
  [0, -H, 0, H],
  [-0.75, H / 2, 0.75, -H / 2],
  [-0.75, -H / 2, 0.75, H / 2],
] as const;
/** Where their numbers stand. */
export const NUMBERS = [
  [0, -0.5],
  [-0.46, 0.265],
  [0.46, 0.265],
] as const;
export const DIRECTIONS = ["vertical", "rising", "falling"] as const;

/** Within a direction no two values of a game share a pattern: 1–3 plain, 4–6 dots, 7–9 dashes, 10–12 twin lines. */
export const PATTERNS = ["plain", "dots", "dashes", "twin"] as const;
export const patternOf = (value: number): (typeof PATTERNS)[number] => PATTERNS[Math.ceil(value / 3) - 1] ?? "plain";

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
