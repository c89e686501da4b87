/** Where confetti comes to rest: scattered at both sides of the text and above it, the same each time. */

export interface Spot {
  x: number; // %
  y: number;
}

const SIDE = 22; // % of the width, on each side of the text
const ABOVE = 7; // % of the height, above it
const LOW = 86;
const APART = 5; // % between two pieces, as long as there is room
const TRIES = 30;

/** Numbers between 0 and 1 that look random. */
function* numbers(): Generator<number, never> {
  for (let seed = 7; ; seed = (seed * 16807) % 2147483647) yield seed / 2147483647;
}

export function scattered(count: number): Spot[] {
  const chance = numbers();
  const next = (): number => chance.next().value;
  for (let n = 0; n < 10; n++) next(); // the first ones are small
  const free = ({ x, y }: Spot): boolean => x < SIDE || x > 100 - SIDE || y < ABOVE;
  const found: Spot[] = [];
  while (found.length < count) {
    let spot: Spot;
    let tries = 0;
    do spot = { x: next() * 100, y: next() * LOW };
    while (!free(spot) || (tries++ < TRIES && found.some(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) < APART)));
    found.push(spot);
  }
  return found;
}
