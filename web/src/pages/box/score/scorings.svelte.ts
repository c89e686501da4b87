/** The scorings on this device, and the one that is open: what was entered, what the server counted, and a way back. */
import { SvelteSet } from "svelte/reactivity";
import type { GameInfo, BoardScores } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { Refused } from "$lib/net/refused.ts";
import { onStorage, readStorage, writeStorage } from "$lib/net/storage.ts";
import { signed } from "$lib/state/sheet.ts";
import type { Value } from "$lib/state/terms.ts";
import type { Entry, Options, Paper } from "../../../games/entries.ts";
import type { CallerState } from "../caller.svelte.ts";

/** A round, or a game of a series: what each player has and, once counted, their points. */
export interface Round {
  papers: readonly Paper[];
  points: readonly number[];
  /** Its caller at a game night. */
  calls?: CallerState;
}

export interface Scoring {
  id: string;
  game: string;
  when: number; // ms since 1970
  options: Record<string, Value>;
  names: readonly string[];
  rounds: readonly Round[];
  /** The game night it belongs to. */
  night?: string;
  /** Whether all its rounds are one game. */
  whole?: boolean;
  /** By the rules for ties, once they are known. */
  places?: readonly number[];
}

const KEY = "tablee-scores";
const UNDO = "tablee-scores-undo"; // of the scoring that was changed last
const UNDO_ROOM = 200_000; // characters; the oldest steps are forgotten first
export const MOST = { scorings: 200, players: 8, rounds: 60, undo: 200 } as const;

const read = (): Scoring[] => readStorage(KEY, []);

export const scorings = $state<{ all: Scoring[] }>({ all: read() });

/** Whether it was stored. */
function write(all: Scoring[]): boolean {
  scorings.all = all;
  return writeStorage(KEY, all);
}

/** Another tab may have changed them. */
onStorage(KEY, () => (scorings.all = read()));

export const keptFor = (game: string): Scoring[] => scorings.all.filter((one) => one.game === game && !one.night);
export const isFull = (): boolean => scorings.all.length >= MOST.scorings;
export const remove = (id: string): void => void write(scorings.all.filter((one) => one.id !== id));

/** Whether there was room for it: others are never deleted for it. */
function store(scoring: Scoring): boolean {
  const others = scorings.all.filter((one) => one.id !== scoring.id);
  return others.length < MOST.scorings && write([scoring, ...others]);
}

/** The earlier states of a scoring, the latest last. */
function readPast(id: string): readonly Scoring[] {
  const kept = readStorage<{ id?: string; past?: Scoring[] }>(UNDO, {});
  return kept.id === id ? (kept.past ?? []) : [];
}

function writePast(id: string, past: readonly Scoring[]): void {
  let room = UNDO_ROOM;
  const first = past.findLastIndex((one) => (room -= JSON.stringify(one).length) < 0);
  writeStorage(UNDO, { id, past: past.slice(first + 1) });
}

const differs = (one: Paper | undefined, other: Paper | undefined): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Everybody's points, added up. */
export const totalsOf = ({ names, rounds }: Scoring): number[] =>
  names.map((_, player) => rounds.reduce((sum, { points }) => sum + (points[player] ?? 0), 0));

/** Names and totals in one line; a name and its points stay together. */
export const toldScores = (scoring: Scoring): string =>
  totalsOf(scoring)
    .map((total, player) => `${scoring.names[player]}\u00a0${signed(total)}`)
    .join(" · ");

export class Scorekeeping {
  scoring: Scoring = $state.raw(undefined as unknown as Scoring);
  round = $state(0);
  player = $state(0);
  refusal: Refused | null = $state.raw(null);
  /** Whether what was entered will be there after the page is closed. */
  kept = $state(true);
  /** Rounds that have changed since they were counted. */
  readonly stale = new SvelteSet<number>();
  private answers: Readonly<Record<number, BoardScores>> = $state.raw({});
  private past: readonly Scoring[] = $state.raw([]);
  private asked = 0;

  constructor(
    private readonly game: GameInfo,
    private readonly entry: Entry,
    kept: Scoring | null,
    names: readonly string[],
    private readonly night = "",
    options: Options = {},
  ) {
    this.open(kept ?? this.fresh(names, options));
  }

  get papers(): readonly Paper[] {
    return this.scoring.rounds[this.round]!.papers;
  }
  get scored(): BoardScores | null {
    return this.answers[this.round] ?? null;
  }
  get last(): number {
    return this.scoring.rounds.length - 1;
  }
  get totals(): number[] {
    return totalsOf(this.scoring);
  }
  /** By the rules; empty until they are known. */
  get places(): readonly number[] {
    return this.answers[this.last]?.places ?? [];
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  /** Every option with its value. */
  get options(): Options {
    return this.withDefaults(this.scoring.options);
  }
  private withDefaults(options: Options): Options {
    return Object.fromEntries(this.game.options.map(({ name, default: usual }) => [name, options[name] ?? usual]));
  }

  private fresh(names: readonly string[], options: Options = {}): Scoring {
    const papers = names.map(() => this.entry.blank(this.withDefaults(options), 0));
    return {
      id: `${Date.now()}`,
      game: this.game.id,
      when: Date.now(),
      options,
      names,
      rounds: [{ papers, points: [] }],
      ...(this.night && { night: this.night, whole: this.entry.inRounds ?? false }),
    };
  }

  open(scoring: Scoring): void {
    [this.scoring, this.past, this.answers, this.refusal, this.kept] = [scoring, readPast(scoring.id), {}, null, true];
    [this.round, this.player] = [scoring.rounds.length - 1, 0];
    this.stale.clear();
    void this.count([this.round]);
  }

  /** The same players with nothing entered; it is kept once something is. */
  begin(): void {
    this.open(this.fresh(this.scoring.names, this.scoring.options));
  }

  show(round: number): void {
    this.round = round;
    if (!this.scored) void this.count([round]);
  }

  /** Keeps what is called in the last round; that is not undone with what is entered. */
  noteCalls(calls: CallerState): void {
    this.scoring = { ...this.scoring, rounds: this.scoring.rounds.map((one, n) => (n === this.last ? { ...one, calls } : one)) };
    this.keep();
  }

  enter(papers: readonly Paper[]): void {
    const rounds = this.scoring.rounds.map((one, n) => (n === this.round ? { ...one, papers } : one));
    this.change({ ...this.scoring, rounds }, [this.round]);
  }

  nextRound(): void {
    if (this.stale.has(this.last)) return;
    const kept = (this.entry.inRounds && this.answers[this.last]?.next) || []; // another game begins with nothing
    const number = this.scoring.rounds.length;
    const papers = this.scoring.names.map((_, player) => ({ ...this.entry.blank(this.options, number), ...kept[player] }));
    this.change({ ...this.scoring, rounds: [...this.scoring.rounds, { papers, points: [] }] }, [number]);
    [this.round, this.player] = [number, 0];
  }

  /** What the server says players have after this round, within the same round: an accusation was judged. */
  settle(): void {
    if (this.stale.has(this.round)) return;
    const kept = this.scored?.next ?? [];
    this.enter(this.papers.map((_, player) => ({ ...this.entry.blank(this.options, this.round), ...kept[player] })));
  }

  rename(names: readonly string[]): void {
    this.change({ ...this.scoring, names }, []);
  }

  addPlayer(name: string): void {
    const { names, rounds } = this.scoring;
    const added = rounds.map(({ papers, ...rest }, n) => ({
      ...rest,
      papers: [...papers, { ...this.entry.blank(this.options, n), ...this.shared(papers) }],
    }));
    this.change({ ...this.scoring, names: [...names, name], rounds: added }, [...rounds.keys()]);
    this.player = names.length;
  }

  /** What all papers of a round have in common, such as the hands of a clock. */
  private shared(papers: readonly Paper[]): Paper {
    const names = this.entry.shared ?? [];
    return Object.fromEntries(names.flatMap((name) => (papers[0]?.[name] === undefined ? [] : [[name, papers[0][name]]])));
  }

  removePlayer(gone: number): void {
    const without = <T>(list: readonly T[]): T[] => list.filter((_, player) => player !== gone);
    const rounds = this.scoring.rounds.map(({ papers, points, ...rest }) => ({
      ...rest,
      papers: without(papers),
      points: without(points),
    }));
    this.change({ ...this.scoring, names: without(this.scoring.names), rounds }, [...rounds.keys()]);
    this.player = Math.min(this.player, this.scoring.names.length - 1);
  }

  /** Whether what was entered does not fit these options. */
  wipes(options: Options): boolean {
    const entered = this.scoring.rounds.some(({ papers }, n) =>
      papers.some((paper) => differs(paper, this.entry.blank(this.options, n))),
    );
    return entered && !this.alike(options);
  }

  private alike(options: Options): boolean {
    const fields = (some: Options): string => Object.keys(this.entry.blank(some, 0)).join();
    return fields(this.withDefaults(options)) === fields(this.options);
  }

  /** Other options: boards of another kind begin empty. */
  choose(options: Options): void {
    const blank = (n: number): Paper => this.entry.blank(this.withDefaults(options), n);
    const alike = this.alike(options);
    const rounds = this.scoring.rounds.map((one, n) =>
      alike ? one : { ...one, papers: one.papers.map(() => blank(n)), points: [] },
    );
    this.change({ ...this.scoring, options, rounds }, [...rounds.keys()]);
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    const now = this.scoring;
    this.past = this.past.slice(0, -1);
    this.scoring = {
      ...before,
      rounds: before.rounds.map((one, n) => ({ ...one, ...(now.rounds[n]?.calls && { calls: now.rounds[n].calls }) })),
    };
    this.round = Math.min(this.round, this.last);
    this.player = Math.min(this.player, before.names.length - 1);
    this.showChange(now);
    this.keep();
    void this.count([...before.rounds.keys()]);
  }

  /** Nothing changes out of sight: shows the paper that is not as it was, unless one that is in sight changed too. */
  private showChange({ names, rounds }: Scoring): void {
    if (names.length !== this.scoring.names.length) return;
    const changed = ([round, player]: readonly [number, number]): boolean =>
      differs(rounds[round]?.papers[player], this.scoring.rounds[round]!.papers[player]);
    const all = this.scoring.rounds.flatMap(({ papers }, round) => papers.map((_, player) => [round, player] as const));
    const found = [[this.round, this.player] as const, ...all].find(changed);
    if (found) [this.round, this.player] = found;
  }

  private change(scoring: Scoring, rounds: readonly number[]): void {
    this.past = [...this.past, this.scoring].slice(-MOST.undo);
    this.scoring = { ...scoring, when: Date.now() };
    this.keep();
    void this.count(rounds);
  }

  keep(): void {
    this.kept = store(this.scoring);
    writePast(this.scoring.id, this.past);
  }

  /** Has these rounds counted, and then the last one: its places are those of the whole. */
  async count(rounds: readonly number[] = []): Promise<void> {
    for (const round of rounds) this.stale.add(round);
    const mine = ++this.asked;
    for (const round of [...[...this.stale].filter((one) => one !== this.last), this.last]) {
      if (!this.scoring.rounds[round]) continue;
      try {
        const scored = await api.score(this.game.id, {
          boards: [...this.scoring.rounds[round].papers],
          options: this.scoring.options,
          before: this.before(round),
        });
        if (mine !== this.asked) return;
        this.take(round, scored);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (mine === this.asked) this.refusal = error;
        return;
      }
    }
    this.refusal = null;
  }

  private take(round: number, scored: BoardScores): void {
    this.stale.delete(round);
    this.answers = { ...this.answers, [round]: scored };
    const points = scored.boards.map((board) => board.points);
    const places = round === this.last ? scored.places : this.scoring.places;
    if (points.join() === this.scoring.rounds[round]!.points.join() && places?.join() === this.scoring.places?.join()) return;
    this.scoring = {
      ...this.scoring,
      places,
      rounds: this.scoring.rounds.map((one, n) => (n === round ? { ...one, points } : one)),
    };
    if (scorings.all.some(({ id }) => id === this.scoring.id)) this.keep();
  }

  /** The points of all other rounds. */
  private before(round: number): number[] {
    const others = this.scoring.rounds.filter((_, n) => n !== round);
    return totalsOf({ ...this.scoring, rounds: others });
  }
}
