/** The shape of the light of a guided game: that of what it falls on. */

interface Point {
  x: number;
  y: number;
}

/** A closed path around its centre, and where that lies on the screen. */
export interface Spot extends Point {
  d: string;
}

const SAMPLES = 48; // of a curved outline

/** The corners of a hexagon, or points along any other outline, in pixels of the screen. */
export function pointsOf(shape: SVGGeometryElement): Point[] {
  const matrix = shape.getScreenCTM();
  if (!matrix) return [];
  const length = shape instanceof SVGPolygonElement ? 0 : shape.getTotalLength();
  const points = length
    ? Array.from({ length: SAMPLES }, (_, n) => shape.getPointAtLength((length * n) / SAMPLES))
    : Array.from((shape as SVGPolygonElement).points);
  return points.map((point) => point.matrixTransform(matrix));
}

/** The outline of points, moved away from their centre by `room`. */
export function around(points: readonly Point[], room: number): Spot {
  const mean = (of: readonly number[]): number => of.reduce((sum, one) => sum + one, 0) / of.length;
  const [x, y] = [mean(points.map((one) => one.x)), mean(points.map((one) => one.y))];
  const moved = points.map((one) => {
    const [across, down] = [one.x - x, one.y - y];
    const wider = 1 + room / (Math.hypot(across, down) || 1);
    return `${(across * wider).toFixed(1)} ${(down * wider).toFixed(1)}`;
  });
  return { d: `M${moved.join("L")}z`, x, y };
}

/** A box with round corners. */
export function boxAround({ x, y, width, height }: DOMRect, room: number, round: number): Spot {
  const [w, h] = [width / 2 + room, height / 2 + room];
  const r = Math.min(round, w, h);
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [right, down] = [2 * (w - r), 2 * (h - r)];
  const d = `M${r - w} ${-h}h${right}${corner(r, r)}v${down}${corner(-r, r)}h${-right}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
  return { d, x: x + width / 2, y: y + height / 2 };
}

/** How round an element is: a share of its size, or pixels. */
function roundOf(element: Element, { width, height }: DOMRect, otherwise: number): number {
  const radius = getComputedStyle(element).borderTopLeftRadius;
  const share = radius.endsWith("%") ? Math.min(width, height) / 100 : 1;
  return (parseFloat(radius) || 0) * share || otherwise;
}

/** `otherwise`: how round the corners are of what has none. */
export function spotOf(element: Element, room: number, otherwise: number): Spot {
  if (element instanceof SVGGeometryElement) {
    const points = pointsOf(element);
    if (points.length > 2) return around(points, room);
  }
  const box = element.getBoundingClientRect();
  return boxAround(box, room, roundOf(element, box, otherwise - room) + room);
}
