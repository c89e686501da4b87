/** Where a device keeps its matches: in IndexedDB, a copy of the database and every batch of statements since. */
import type { StorageChoice, StorageTrouble } from "./messages.ts";

const [KEPT, BATCHES, OWNER, COPY] = ["kept", "batches", "owner", "copy"];
const NO_ROOM = "QuotaExceededError";

/** What a journal tells the page, and asks it. */
export interface Reports {
  /** Another page has taken over. */
  lost(): void;
  /** Ends when the visitor has chosen. Nothing counts as stored before that. */
  trouble(what: StorageTrouble): Promise<StorageChoice>;
}

interface Stores {
  kept: IDBObjectStore;
  batches: IDBObjectStore;
}

/** One page at a time writes: the last one that has loaded the journal. Others are told, and cannot write any more. */
export class Journal {
  private readonly me = crypto.getRandomValues(new Uint32Array(4)).join(" ");
  private readonly others: BroadcastChannel;
  private isLost = false;

  private constructor(
    name: string,
    private db: IDBDatabase | null, // null: nothing is stored
    private readonly reports: Reports,
  ) {
    this.others = new BroadcastChannel(name);
    this.others.onmessage = () => reports.lost();
  }

  static async open(name: string, earlier: string, reports: Reports): Promise<Journal> {
    for (;;) {
      try {
        return new Journal(name, await openDatabase(name, earlier), reports);
      } catch (error) {
        console.warn(error);
        if ((await reports.trouble("denied")) === "unsaved") return new Journal(name, null, reports);
      }
    }
  }

  /** The copy, and the batches since. From now on, only this page writes. */
  async load(): Promise<Uint8Array[]> {
    const found = await this.persist(async (db) => {
      const { kept, batches, complete } = begin(db);
      kept.put(this.me, OWNER);
      const [copy, all] = [kept.get(COPY) as IDBRequest<Uint8Array | undefined>, batches.getAll() as IDBRequest<Uint8Array[]>];
      await complete;
      return [copy.result ?? new Uint8Array(), ...all.result];
    });
    this.others.postMessage("taken");
    return found ?? [new Uint8Array()];
  }

  append = (batch: Uint8Array): Promise<void> => this.write(({ batches }) => batches.add(batch));

  replace = (copy: Uint8Array): Promise<void> =>
    this.write(({ kept, batches }) => {
      kept.put(copy, COPY);
      batches.clear();
    });

  /** Ends when everything is on disk, or when the visitor goes on without. */
  private async write(what: (stores: Stores) => void): Promise<void> {
    await this.persist(async (db) => {
      const { transaction, complete, ...stores } = begin(db);
      const owner = stores.kept.get(OWNER);
      let refused: unknown;
      owner.onsuccess = () => {
        try {
          if (owner.result === this.me) return what(stores);
        } catch (error) {
          refused = error; // else it would be told as an aborted transaction
          return transaction.abort();
        }
        this.isLost = true;
        transaction.abort();
        this.reports.lost();
      };
      await complete.catch((error: unknown) => {
        throw refused ?? error;
      });
    });
  }

  /** Tries as often as the visitor wants; undefined if nothing is stored any more. */
  private async persist<T>(attempt: (db: IDBDatabase) => Promise<T>): Promise<T | undefined> {
    while (this.db) {
      try {
        return await attempt(this.db);
      } catch (error) {
        if (this.isLost) throw error;
        console.warn(error);
        const full = error instanceof DOMException && error.name === NO_ROOM;
        if ((await this.reports.trouble(full ? "full" : "denied")) === "unsaved") this.db = null;
      }
    }
    return undefined;
  }
}

/** A new database begins with what an earlier version has kept under another name. */
async function openDatabase(name: string, earlier: string): Promise<IDBDatabase> {
  const there = (await indexedDB.databases?.())?.map((found) => found.name) ?? [];
  const taken = !there.includes(name) && there.includes(earlier) ? await allOf(earlier) : null;
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    const kept = opening.result.createObjectStore(KEPT!);
    const batches = opening.result.createObjectStore(BATCHES!, { autoIncrement: true });
    if (taken?.copy) kept.put(taken.copy, COPY);
    for (const batch of taken?.batches ?? []) batches.add(batch);
  };
  return new Promise((done, failed) => {
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
}

async function allOf(name: string): Promise<{ copy: Uint8Array | undefined; batches: Uint8Array[] }> {
  const db = await openDatabase(name, "");
  const { kept, batches, complete } = begin(db);
  const [copy, all] = [kept.get(COPY!) as IDBRequest<Uint8Array | undefined>, batches.getAll() as IDBRequest<Uint8Array[]>];
  await complete;
  db.close();
  return { copy: copy.result, batches: all.result };
}

function begin(db: IDBDatabase): Stores & { transaction: IDBTransaction; complete: Promise<void> } {
  const transaction = db.transaction([KEPT!, BATCHES!], "readwrite", { durability: "strict" });
  const complete = new Promise<void>((done, failed) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => failed(transaction.error ?? new Error("another page has taken over"));
  });
  return { transaction, complete, kept: transaction.objectStore(KEPT!), batches: transaction.objectStore(BATCHES!) };
}
