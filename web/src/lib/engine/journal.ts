/** Where a device keeps its matches: in IndexedDB, a copy of the database and every batch of statements since. */

const [KEPT, BATCHES, OWNER, COPY] = ["kept", "batches", "owner", "copy"];

/** One page at a time writes: the last one that has loaded the journal. Others are told, and cannot write any more. */
export class Journal {
  private readonly me = crypto.getRandomValues(new Uint32Array(4)).join(" ");
  private readonly others = new BroadcastChannel("tablee");

  private constructor(
    private readonly db: IDBDatabase,
    private readonly onlost: () => void,
  ) {
    this.others.onmessage = () => onlost();
  }

  static open(onlost: () => void): Promise<Journal> {
    const opening = indexedDB.open("tablee", 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(KEPT);
      opening.result.createObjectStore(BATCHES, { autoIncrement: true });
    };
    return new Promise((done, failed) => {
      opening.onsuccess = () => done(new Journal(opening.result, onlost));
      opening.onerror = () => failed(opening.error);
    });
  }

  /** The copy, and the batches since. From now on, only this page writes. */
  async load(): Promise<Uint8Array[]> {
    const { kept, batches, complete } = this.begin();
    kept.put(this.me, OWNER);
    const [copy, all] = [kept.get(COPY) as IDBRequest<Uint8Array | undefined>, batches.getAll() as IDBRequest<Uint8Array[]>];
    await complete;
    this.others.postMessage("taken");
    return [copy.result ?? new Uint8Array(), ...all.result];
  }

  append = (batch: Uint8Array): Promise<void> => this.write(({ batches }) => batches.add(batch));

  replace = (copy: Uint8Array): Promise<void> =>
    this.write(({ kept, batches }) => {
      kept.put(copy, COPY);
      batches.clear();
    });

  /** Ends when everything is on disk. */
  private write(what: (stores: { kept: IDBObjectStore; batches: IDBObjectStore }) => void): Promise<void> {
    const { kept, batches, transaction, complete } = this.begin();
    const owner = kept.get(OWNER);
    owner.onsuccess = () => {
      if (owner.result === this.me) return what({ kept, batches });
      transaction.abort();
      this.onlost();
    };
    return complete;
  }

  private begin() {
    const transaction = this.db.transaction([KEPT!, BATCHES!], "readwrite", { durability: "strict" });
    const complete = new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error ?? new Error("another page has taken over"));
    });
    return { transaction, complete, kept: transaction.objectStore(KEPT!), batches: transaction.objectStore(BATCHES!) };
  }
}
