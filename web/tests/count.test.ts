import { expect, test } from "vitest";
import type { SheetRow } from "$lib/generated/wire.ts";
import { sheetOf } from "$lib/state/sheet.ts";
import {
  barOf,
  bestRow,
  durations,
  isWorth,
  LONGEST,
  scaleOf,
  stepsOf,
  toldRows,
  totalAfter,
} from "../src/pages/table/end/count.ts";

const row = (points: number, cells: string[] = ["a1"], args: SheetRow["what"]["args"] = {}): SheetRow => ({
  what: { id: "row", args },
  points,
  cells,
});
const heading = row(0, []);
const broken = row(0);
type Bar = ReturnType<typeof barOf>;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test("headings are not told, broken lines are, and a score of 0 is told with what there is", () => {
  const rows = [heading, row(9), broken, row(-60, [])];
  expect(toldRows(sheetOf(rows))).toEqual(rows.slice(1));
  expect(toldRows(sheetOf([heading]))).toEqual([heading]);
});

test("a row is told part by part, unless its parts bring nothing", () => {
  const [first, second] = [row(4), row(2)];
  const [counts, kept] = [
    { ...row(6), parts: [first, second] },
    { ...row(0), parts: [row(0), row(0)] },
  ];
  const sheet = sheetOf([counts, kept, row(-1)]);
  expect(stepsOf(sheet)).toEqual([first, second, kept, row(-1)]);
  expect([0.25, 0.5, 1].map((share) => totalAfter(sheet, share))).toEqual([4, 6, 5]);
});

test("a row is worth telling for its points, for a value that is not added, or as a round", () => {
  expect(
    [row(9), row(-5), row(0, ["a1"], { value: 7 }), row(0, ["a1"], { points: 21 }), row(0, [], { number: 3 })].every(isWorth),
  ).toBe(true);
  expect([broken, heading, row(0, [], { points: 21 })].some(isWorth)).toBe(false);
});

test("lines that score get more time than broken ones, and no count is too long", () => {
  const [scoring, nothing] = durations([row(9), broken], false) as [number, number];
  expect(scoring).toBeGreaterThan(nothing);
  for (const still of [true, false])
    for (const length of [1, 15, 100])
      expect(sum(durations(Array<SheetRow>(length).fill(row(3)), still))).toBeLessThanOrEqual(LONGEST + 0.001);
});

test("with reduced motion every row takes as long as any other", () => {
  expect(new Set(durations([row(9), broken, row(3)], true)).size).toBe(1);
});

test("totals grow with the share that is told and end at the sheet's total", () => {
  const sheet = sheetOf([heading, row(10), broken, row(20), row(-5, [])]);
  expect([0, 0.5, 0.75, 1].map((share) => totalAfter(sheet, share))).toEqual([0, 10, 30, 25]);
});

test("bars stay on a scale with every total on the way, and those below 0 grow to the left", () => {
  const lost = scaleOf([sheetOf([row(5, []), row(-12, [])]), sheetOf([row(3, []), row(-4, [])])]);
  expect(lost).toEqual({ least: -7, most: 5 });
  const [full, less, minus] = [5, 3, -7].map((total) => barOf(total, lost)) as [Bar, Bar, Bar];
  expect([full.from, full.from + full.part]).toEqual([7 / 12, 1]);
  expect(less).toEqual({ from: 7 / 12, part: 3 / 12 });
  expect(minus).toEqual({ from: 0, part: 7 / 12 });
  expect(barOf(0, scaleOf([sheetOf([heading])]))).toEqual({ from: 0, part: 0 });
});

test("the best row is the first with the most points, if any has points", () => {
  const [first, second] = [row(45, ["a1"]), row(45, ["b1"])];
  expect(bestRow([row(9), first, second])).toBe(first);
  expect(bestRow([broken, row(-5)])).toBeNull();
});
