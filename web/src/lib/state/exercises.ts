/** Exercises: what a try says, which five are today's, and what this device keeps of them. */
import type { Exercise, ExerciseChoice, TableInfo } from "$lib/generated/wire.ts";
import { readStorage, writeStorage } from "$lib/net/storage.ts";
import type { Timeline } from "./replay.ts";
import type { Decided } from "./review.ts";

export const TRIES = 2;
export const A_DAY = 5;
const MOST_OWN = 30; // moments of one's own matches
const MOST_DONE = 400; // exercises that do not come again
const KEY = "tablee-exercises";

/** Whether an action is as good as the best one, as far as anybody can tell. */
export const isRight = ({ behind, doubt }: ExerciseChoice): boolean => behind <= doubt;

/** Its rank among all actions: 1 plus the number of better ones. */
export const rankOf = ({ choices }: Exercise, { behind }: ExerciseChoice): number =>
  1 + choices.filter((other) => other.behind < behind).length;

/** Somebody's way through an exercise. */
export class Attempt {
  constructor(
    readonly exercise: Exercise,
    readonly tries: readonly ExerciseChoice[] = [],
  ) {}

  /** After one more try; the same if it is no action, was tried before, or comes too late. */
  after(action: string): Attempt {
    const choice = this.exercise.choices.find((one) => one.action === action);
    return !choice || this.over || this.tries.includes(choice) ? this : new Attempt(this.exercise, [...this.tries, choice]);
  }

  get right(): ExerciseChoice | null {
    return this.tries.find(isRight) ?? null;
  }

  get over(): boolean {
    return this.right !== null || this.tries.length >= TRIES;
  }

  get best(): ExerciseChoice {
    return this.exercise.choices[this.exercise.best]!;
  }

  get played(): ExerciseChoice {
    return this.exercise.choices[this.exercise.played]!;
  }
}

/** A moment of one's own match, and when that was. */
export interface OwnExercise {
  match: string;
  when: number; // ms since 1970
  exercise: Exercise;
}

/** An exercise of today: one's own, or one that comes with a game. */
export interface Picked {
  id: string;
  game: string;
}

export interface KeptExercises {
  own: readonly OwnExercise[]; // the latest first
  done: readonly string[]; // their ids, the latest first
  day: string;
  today: readonly Picked[];
}

const NOTHING: KeptExercises = { own: [], done: [], day: "", today: [] };
export const keptExercises = (): KeptExercises => ({ ...NOTHING, ...readStorage<Partial<KeptExercises>>(KEY, {}) });
const keep = (kept: KeptExercises): void => void writeStorage(KEY, kept);

/** A decision of a reviewed match as an exercise. A review compares the best action with the chosen one alone, so only that one has a reason. */
export function exerciseOf(match: string, info: TableInfo, timeline: Timeline, seat: number, one: Decided, of: number): Exercise {
  const { choices, best, chosen, reasons = [], step } = one.decision;
  const frame = timeline.frame(Math.max(0, step - 1));
  const against = reasons.find(({ action, marks = [] }) => action === one.chosen.action && !marks.includes(one.best.action));
  return {
    id: `${match}-${seat}-${one.n}`,
    info,
    seat,
    number: one.n + 1,
    of,
    public: [...frame.public],
    own: [...(frame.own[seat] ?? [])],
    sheet: [...(frame.sheets[seat] ?? [])],
    to_act: [...(frame.to_act ?? [])],
    choices: choices.map(({ action, behind, doubt }, place) => ({
      action,
      behind,
      doubt,
      ...(place === chosen && against && { reason: against }),
    })),
    best,
    played: chosen,
    reasons,
  };
}

/** Keeps the moments of a reviewed match, once. */
export function keepMoments(match: string, when: number, exercises: readonly Exercise[]): void {
  const kept = keptExercises();
  const others = kept.own.filter((one) => one.match !== match);
  const own = [...exercises.map((exercise) => ({ match, when, exercise })), ...others].slice(0, MOST_OWN);
  keep({ ...kept, own });
}

/** A number from a text, the same everywhere. */
const hash = (text: string): number => [...text].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0, 7);

/**
 * Five for a day: one's own moments first, those that cost most; then those that come with the games, in turn, each day others. What was done
 * comes again only once everything is done.
 */
export function pick(kept: KeptExercises, shipped: ReadonlyMap<string, readonly Exercise[]>, day: string): Picked[] {
  const lost = ({ exercise }: OwnExercise): number => exercise.choices[exercise.played]!.behind;
  const fresh = (id: string): boolean => !kept.done.includes(id);
  const mine = kept.own.filter(({ exercise }) => fresh(exercise.id)).sort((a, b) => lost(b) - lost(a));
  const found = mine.map(({ exercise }) => ({ id: exercise.id, game: exercise.info.game })).slice(0, A_DAY);
  const order = (a: Exercise, b: Exercise): number => hash(day + a.id) - hash(day + b.id);
  const queues = [...shipped].map(([game, all]) => {
    const sorted = [...all].sort(order);
    return { game, left: [...sorted.filter(({ id }) => fresh(id)), ...sorted.filter(({ id }) => !fresh(id))] };
  });
  while (found.length < A_DAY && queues.some(({ left }) => left.length)) {
    for (const { game, left } of queues) {
      const next = left.shift();
      if (next && found.length < A_DAY) found.push({ id: next.id, game });
    }
  }
  return found;
}

/** The five of today: those picked earlier today, as far as they still exist, or new ones. */
export function todays(kept: KeptExercises, shipped: ReadonlyMap<string, readonly Exercise[]>, day: string): KeptExercises {
  const exists = ({ id, game }: Picked): boolean =>
    kept.own.some(({ exercise }) => exercise.id === id) || (shipped.get(game)?.some((one) => one.id === id) ?? false);
  if (kept.day === day && kept.today.length && kept.today.every(exists)) return kept;
  const next = { ...kept, day, today: pick(kept, shipped, day) };
  keep(next);
  return next;
}

/** How many of today's are done; null if none were picked today. */
export const doneToday = (kept: KeptExercises, day: string): number | null =>
  kept.day === day && kept.today.length ? kept.today.filter(({ id }) => kept.done.includes(id)).length : null;

export function keepDone(id: string): KeptExercises {
  const kept = keptExercises();
  const next = { ...kept, done: [id, ...kept.done.filter((other) => other !== id)].slice(0, MOST_DONE) };
  keep(next);
  return next;
}
