/** What is on the table, read from panels and legal actions. No rules: the server lists what can be taken or kept. */

/** One way to take a card: the text to send, and the dice it spends. */
export interface Way {
  action: string;
  dice: number[];
}

/** The ways to take the card in a slot (0 is the first), those with the fewest dice first. */
export function waysTo(legal: readonly string[], slot: number): Way[] {
  const take = `take ${slot + 1} `;
  const ways = legal.filter((text) => text.startsWith(take)).map((action) => ({ action, dice: diceOf(action) }));
  return ways.sort((a, b) => a.dice.length - b.dice.length);
}

/** The dice that an action spends; none if it does not take a card. */
export function diceOf(action: string | null): number[] {
  const [verb, , dice] = (action ?? "").split(" ");
  return verb === "take" ? (dice ?? "").split("+").map(Number) : [];
}

export interface Die {
  value: number;
  spent: boolean;
  aimed: boolean; // about to be spent
}

/** All dice in ascending order, so that none moves when one is spent. */
export function layDice(unspent: readonly string[], spent: readonly string[], aimed: readonly number[]): Die[] {
  const left = [...aimed];
  const free = unspent.map(Number).map((value): Die => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return { value, spent: false, aimed: at >= 0 };
  });
  const used = spent.map(Number).map((value): Die => ({ value, spent: true, aimed: false }));
  return [...used, ...free].sort((a, b) => a.value - b.value);
}

/** Every sum that some of these dice make, in ascending order. */
export function sumsOf(dice: readonly number[]): number[] {
  const sums = dice.reduce((all, die) => [...all, ...all.map((sum) => sum + die)], [0]);
  return [...new Set(sums)].filter(Boolean).sort((a, b) => a - b);
}

/** `blue-7` is blue and 7. */
export function readCard(card: string): { colour: string; number: number } {
  const [colour, number] = card.split("-");
  return { colour: colour ?? "", number: Number(number) };
}

/** The numbers on the cards of each colour, the biggest pile first. */
export function pilesOf(cards: readonly string[]): Map<string, number[]> {
  const piles = new Map<string, number[]>();
  for (const { colour, number } of cards.map(readCard)) piles.set(colour, [...(piles.get(colour) ?? []), number]);
  return new Map([...piles].sort(([, a], [, b]) => b.length - a.length));
}

/** The rows of a Super count, by colour. */
export interface Rows {
  count: readonly string[];
  keep: readonly string[];
  subtract: readonly string[];
}

/** The text that keeps these colours; `order` is the order in which the game names them. */
export const keepText = (keep: readonly string[], order: readonly string[]): string =>
  `keep ${order.filter((colour) => keep.includes(colour)).join(",")}`;

/** The rows after two colours have swapped places. The colour that entered the kept row last comes last in it. */
function change(rows: Rows, comes: string, goes: string): Rows {
  const place = (row: readonly string[]): string[] => row.map((one) => (one === comes ? goes : one));
  return { count: place(rows.count), keep: [...rows.keep.filter((one) => one !== goes), comes], subtract: place(rows.subtract) };
}

/** The rows after this colour has swapped places with one it can swap with; the same rows if there is none. */
export function exchange(rows: Rows, colour: string, legal: readonly string[], order: readonly string[]): Rows {
  const changes = rows.keep.includes(colour)
    ? [...rows.subtract, ...rows.count].map((other) => change(rows, other, colour))
    : rows.keep.map((other) => change(rows, colour, other));
  return changes.find(({ keep }) => legal.includes(keepText(keep, order))) ?? rows;
}

/** The rows after applying a choice, if there is one: each kept pile replaces another of the same size. */
export function arranged(rows: Rows, choice: string | null, size: (colour: string) => number): Rows {
  const wanted = choice?.startsWith("keep ") ? colours(choice) : rows.keep;
  return wanted.reduce((now, comes) => {
    const goes = now.keep.find((one) => !wanted.includes(one) && size(one) === size(comes));
    return goes && !now.keep.includes(comes) ? change(now, comes, goes) : now;
  }, rows);
}

const colours = (text: string): string[] => text.slice("keep ".length).split(",");

/** Whether this colour is kept in some of the legal choices, but not in all. */
export const isOpen = (colour: string, legal: readonly string[]): boolean => {
  const keeps = legal.map((text) => colours(text).includes(colour));
  return keeps.includes(true) && keeps.includes(false);
};
