/** Game nights on this device: the scorings of one evening, who won which game, and totals over all evenings. */
import { type Scoring, totalsOf } from "./score/scorings.svelte.ts";

export interface Evening {
  id: string;
  when: number; // ms since 1970
  /** In the order in which they were begun. */
  scorings: readonly Scoring[];
}

/** The latest first. */
export function eveningsOf(all: readonly Scoring[]): Evening[] {
  const ids = [...new Set(all.flatMap(({ night }) => night ?? []))];
  const begun = (id: string): Scoring[] => all.filter(({ night }) => night === id).sort((a, b) => Number(a.id) - Number(b.id));
  return ids.map((id) => ({ id, when: Number(id), scorings: begun(id) })).sort((a, b) => b.when - a.when);
}

/** A game that was played to a count. */
export interface PlayedGame {
  game: string;
  when: number;
  names: readonly string[];
  points: readonly number[];
  /** Who is first, several if they tie. */
  won: readonly boolean[];
}

/** Rounds are games of their own, or together one game. Games in which nobody has points yet are left out. */
export function gamesOf(scoring: Scoring): PlayedGame[] {
  const { game, names, rounds, whole, places } = scoring;
  const played = (points: readonly number[], first: (player: number) => boolean): PlayedGame => ({
    game,
    when: Number(scoring.night ?? scoring.when),
    names,
    points,
    won: names.map((_, player) => first(player)),
  });
  const all = whole
    ? [
        played(totalsOf(scoring), (player) =>
          places?.length ? places[player] === 1 : totalsOf(scoring)[player] === Math.max(...totalsOf(scoring)),
        ),
      ]
    : rounds.map(({ points }) => played(points, (player) => points[player] === Math.max(...points)));
  return all.filter(({ points }) => points.some(Boolean));
}

/** What a player has over several games. */
export interface Tally {
  name: string;
  games: number;
  wins: number;
  points: number;
  best: number;
}

/** People are known by their names. The one with the most wins comes first. */
export function tally(games: readonly PlayedGame[]): Tally[] {
  const found = new Map<string, Tally>();
  for (const { names, points, won } of games)
    for (const [player, name] of names.entries()) {
      const old = found.get(name) ?? { name, games: 0, wins: 0, points: 0, best: -Infinity };
      const more = points[player] ?? 0;
      found.set(name, {
        name,
        games: old.games + 1,
        wins: old.wins + Number(won[player]),
        points: old.points + more,
        best: Math.max(old.best, more),
      });
    }
  return [...found.values()].sort((a, b) => b.wins - a.wins || b.points - a.points);
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""').replace(/^[=+\-@]/, "'$&")}"`; // no name becomes a formula

/** All games as a table for a spreadsheet: a row for each player of each game. */
export function asTable(evenings: readonly Evening[], heads: readonly string[], nameOf: (game: string) => string): string {
  const games = evenings.toReversed().flatMap(({ scorings }) => scorings.flatMap(gamesOf));
  const dateOf = (when: number): string =>
    new Date(when - new Date(when).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const rows = games.flatMap(({ game, when, names, points, won }, n) =>
    names.map((name, player) => [
      dateOf(when),
      String(n + 1),
      quoted(nameOf(game)),
      quoted(name),
      String(points[player] ?? 0),
      won[player] ? "1" : "0",
    ]),
  );
  return [heads.map(quoted), ...rows].map((row) => row.join(",")).join("\r\n") + "\r\n";
}
