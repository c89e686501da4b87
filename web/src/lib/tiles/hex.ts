/** Reads boards of flat-top hexes from their text: each cell's position, content and neighbours. No rules. */

export interface Cell {
  name: string; // "a1", as in action texts
  tile: string | null;
  column: number;
  height: number; // in half cells, downwards from the middle
  x: number; // of its centre, one unit = side of a hex
  y: number;
}

export interface HexBoard {
  cells: Cell[];
  width: number;
  height: number; // of the drawing, which is centred on 0, 0
}

const TALL = Math.sqrt(3);

/** `prefix` comes before names: "s:" makes "s:a1". */
export function readBoard(text: string, prefix = ""): HexBoard {
  const columns = text.split("/").map((column) => column.trim().split(/\s+/));
  const middle = (columns.length - 1) / 2;
  const cells = columns.flatMap((column, x) =>
    column.map((tile, row): Cell => {
      const height = 2 * row - column.length + 1;
      const name = `${prefix}${String.fromCharCode(97 + x)}${row + 1}`;
      return { name, tile: tile === "." ? null : tile, column: x, height, x: (x - middle) * 1.5, y: (height * TALL) / 2 };
    }),
  );
  const tallest = Math.max(...columns.map((column) => column.length));
  return { cells, width: 1.5 * (columns.length - 1) + 2, height: tallest * TALL };
}

/** The text of a board without tiles. */
export const emptyBoard = (columns: readonly number[]): string =>
  columns.map((cells) => Array(cells).fill(".").join(" ")).join(" / ");

/** The board's text after a tile was laid on a cell, or taken away. */
export function lay(text: string, cell: string, tile: string | null): string {
  const columns = text.split("/").map((column) => column.trim().split(/\s+/));
  columns[cell.charCodeAt(0) - 97]![Number(cell.slice(1)) - 1] = tile ?? ".";
  return columns.map((column) => column.join(" ")).join(" / ");
}

/** The six corners of a hex of this side, as SVG points. */
export function corners(x: number, y: number, side = 1): string {
  const half = (side * TALL) / 2;
  const points = [
    [x - side, y],
    [x - side / 2, y - half],
    [x + side / 2, y - half],
    [x + side, y],
    [x + side / 2, y + half],
    [x - side / 2, y + half],
  ];
  return points.map((point) => point.map((n) => n.toFixed(3)).join(",")).join(" ");
}

/** Where an arrow key leads: up and down the column, or to the nearest cell of the next column. Null at the edge. */
export function step(board: HexBoard, from: string, key: string): string | null {
  const here = board.cells.find((cell) => cell.name === from);
  if (!here) return null;
  const up = { ArrowUp: -2, ArrowDown: 2 }[key];
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const found =
    up !== undefined
      ? board.cells.filter((cell) => cell.column === here.column && cell.height === here.height + up)
      : board.cells.filter((cell) => aside !== undefined && cell.column === here.column + aside);
  found.sort((a, b) => Math.abs(a.height - here.height) - Math.abs(b.height - here.height));
  return found[0]?.name ?? null;
}

/** Whether these cells, in this order, follow each other in a straight line. */
export function inLine(board: HexBoard, names: readonly string[]): boolean {
  const at = new Map(board.cells.map((cell) => [cell.name, cell]));
  const cells = names.flatMap((name) => at.get(name) ?? []);
  const steps = cells.slice(1).map((cell, n) => [cell.column - cells[n]!.column, cell.height - cells[n]!.height] as const);
  const [first] = steps;
  if (!first || cells.length !== names.length) return false;
  const isNext = Math.abs(first[0]) + Math.abs(first[1]) === 2 && Math.abs(first[0]) < 2;
  return isNext && steps.every(([x, y]) => x === first[0] && y === first[1]);
}

/** The two ends of a line through these cells, a little beyond their centres. */
export function track(
  board: HexBoard,
  names: readonly string[],
  beyond = 0.75,
): { x1: number; y1: number; x2: number; y2: number } | null {
  const at = new Map(board.cells.map((cell) => [cell.name, cell]));
  const cells = names.flatMap((name) => at.get(name) ?? []);
  const [a, b] = [cells[0], cells[cells.length - 1]];
  if (!a || !b || cells.length !== names.length) return null;
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [((b.x - a.x) / long) * beyond, ((b.y - a.y) / long) * beyond];
  return { x1: a.x - dx, y1: a.y - dy, x2: b.x + dx, y2: b.y + dy };
}
