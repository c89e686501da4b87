/** A small summary of every finished match of this device, kept for ever in IndexedDB, however long the match itself is kept. */
import type { StorageTrouble } from "./engine/messages.ts";
import { scoped } from "./place.ts";

export interface Player {
  /** A person's name; empty for a bot. */
  name: string;
  /** A bot's level; empty for a person. */
  level: string;
  score: number;
  place: number;
}

/** What a review of this device's seat found, in millionths of a point. */
export interface ReviewSummary {
  when: number; // ms since 1970
  loss: number;
  decisions: number;
  luck: number;
  /** What the usual bot loses with each decision; null where nobody has measured it. */
  usual: number | null;
}

export interface Summary {
  match: string;
  game: string;
  when: number; // ms since 1970
  /** The URL of the server; empty if a browser played the match. */
  server: string;
  seat: number;
  score: number;
  place: number;
  /** How many played. */
  of: number;
  /** Missing if an earlier version has kept the match. */
  options?: Record<string, string | number | boolean>;
  /** By seat. Missing if an earlier version has kept the match, and in big rooms. */
  players?: readonly Player[];
  /** In a series: everybody's points in each game. */
  games?: readonly (readonly number[])[];
  commit?: string;
  digest?: string;
  review?: ReviewSummary;
  /** A guided game. */
  practice?: true;
  /** With hints. */
  hints?: true;
  /** Several people on this device. */
  shared?: true;
  /** The date of a deal of the day. */
  daily?: string;
  /** It came from another device. */
  imported?: true;
}

export interface Summaries {
  all: Summary[];
  /** Why something could not be stored. It is known until the page is closed. */
  trouble: StorageTrouble | null;
}

const STORE = "summaries";
const name = (): string => scoped("tablee-history");
const NO_ROOM = "QuotaExceededError";

const unstored = new Map<string, Summary>();
let trouble: StorageTrouble | null = null;

/** Both say the same about the same match, or one says more. Whatever the order and however often, the result is the same. */
export function joined(a: Summary, b: Summary): Summary {
  const known = ({ players, options }: Summary): number => Number(Boolean(players)) + Number(Boolean(options));
  const order = known(b) - known(a) || a.when - b.when || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const [first, second] = order <= 0 ? [a, b] : [b, a];
  const { imported: _, review: __, ...rest } = { ...second, ...first };
  const review = [a.review, b.review].sort((one, two) => (two?.when ?? 0) - (one?.when ?? 0))[0];
  return {
    ...rest,
    when: Math.min(a.when, b.when),
    ...(review && { review }),
    ...(a.imported && b.imported && { imported: true }),
  };
}

/** All of them, in no order. */
export async function readSummaries(): Promise<Summaries> {
  const found = await withStore("readonly", (store) => store.getAll() as IDBRequest<Summary[]>);
  const all = new Map((found ?? []).map((one) => [one.match, one]));
  for (const [match, one] of unstored) all.set(match, all.has(match) ? joined(all.get(match)!, one) : one);
  return { all: [...all.values()], trouble };
}

/** Adds what is new about these matches. What cannot be stored now is stored with the next ones. */
export async function keepSummaries(news: readonly Summary[]): Promise<StorageTrouble | null> {
  const waiting = [...unstored.values(), ...news];
  for (const one of news) {
    const before = unstored.get(one.match);
    unstored.set(one.match, before ? joined(before, one) : one);
  }
  const done = await withStore("readwrite", (store, refuse) => {
    for (const one of waiting) {
      const before = store.get(one.match) as IDBRequest<Summary | undefined>;
      before.onsuccess = () => {
        try {
          store.put(before.result ? joined(before.result, one) : one);
        } catch (error) {
          refuse(error); // else it would be told as an aborted transaction
        }
      };
    }
    return null;
  });
  if (done !== undefined) for (const { match } of waiting) unstored.delete(match);
  return trouble;
}

export async function deleteSummaries(): Promise<void> {
  unstored.clear();
  await withStore("readwrite", (store) => store.clear());
}

/** Ends when everything is on disk; undefined if the browser has refused. */
async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, refuse: (why: unknown) => void) => IDBRequest<T> | null,
): Promise<T | null | undefined> {
  try {
    const db = await opened();
    try {
      const transaction = db.transaction(STORE, mode, { durability: "strict" });
      let refused: unknown;
      const asked = work(transaction.objectStore(STORE), (why) => {
        refused ??= why;
        transaction.abort();
      });
      await new Promise<void>((done, failed) => {
        transaction.oncomplete = () => done();
        transaction.onabort = () => failed(refused ?? transaction.error);
      });
      if (mode === "readwrite") trouble = null;
      return asked?.result ?? null;
    } finally {
      db.close();
    }
  } catch (error) {
    console.warn(error);
    trouble = error instanceof DOMException && error.name === NO_ROOM ? "full" : "denied";
    return undefined;
  }
}

async function opened(): Promise<IDBDatabase> {
  const opening = indexedDB.open(name(), 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE, { keyPath: "match" });
  return new Promise((done, failed) => {
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
}
