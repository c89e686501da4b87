/** Points, limit cards and an accusation at a real table, in the form in which they are sent. Players are called by their numbers. */
import type { LimitsMessage } from "$lib/generated/ids.ts";
import type { Sentence, SheetRow } from "$lib/generated/wire.ts";
import type { Paper } from "../entries.ts";

export interface Laid {
  player: number;
  colour: string;
}

/** An accusation before it is judged. `limits` are those of the limit card, by colour. */
export interface Accusation {
  accuser: number;
  accused: number;
  limits: readonly string[];
  hidden: readonly string[];
  pile: readonly Laid[];
}

/** The papers with this accusation, to be judged. */
export const accusing = (papers: readonly Paper[], { accuser, accused, limits, hidden, pile }: Accusation): Paper[] =>
  papers.map(({ points = "0", limits: taken = 0 }, player) => ({
    points,
    limits: taken,
    ...(player === accuser && { accuser: true }),
    ...(player === accused && {
      card: limits.join("-"),
      raisers: [...hidden],
      pile: pile.map((one) => `${one.player + 1}:${one.colour}`).join(" "),
      accused: String(accused + 1),
    }),
  }));

/** The papers without an accusation. */
export const withdrawn = (papers: readonly Paper[]): Paper[] =>
  papers.map(({ points = "0", limits = 0 }) => ({ points, limits }));

export interface Judged {
  accused: number;
  finding: Sentence;
  verdict: Sentence;
  guilty: boolean;
}

const is = ({ what }: SheetRow, ...ids: LimitsMessage[]): boolean => ids.some((id) => id === what.id);

/** A sheet that calls the accused by name. */
export const withNames = (rows: readonly SheetRow[], names: readonly string[]): SheetRow[] =>
  rows.map((row) =>
    is(row, "found-guilty", "found-innocent")
      ? { ...row, what: { ...row.what, args: { ...row.what.args, name: names[Number(row.what.args.name) - 1] ?? "" } } }
      : row,
  );

/** What the sheets say about the accusation; null if there is none. The accused is called by name. */
export function judgedBy(sheets: readonly (readonly SheetRow[])[], names: readonly string[]): Judged | null {
  const accused = sheets.findIndex((rows) => rows.some((row) => is(row, "finding")));
  const rows = withNames(sheets[accused] ?? [], names);
  const [finding, verdict] = [
    rows.find((row) => is(row, "finding")),
    rows.find((row) => is(row, "found-guilty", "found-innocent")),
  ];
  if (!finding || !verdict) return null;
  return { accused, finding: finding.what, verdict: verdict.what, guilty: is(verdict, "found-guilty") };
}
