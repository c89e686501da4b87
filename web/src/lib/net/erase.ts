/** Deletes everything that this browser keeps for this server or site, apart from the client's own files. */
import { scoped, SITE } from "./place.ts";

const NAME = "tablee";

/** Reload the page afterwards: it still knows what it has read. */
export async function eraseDevice(): Promise<void> {
  const ours = scoped(NAME);
  const keys = Object.keys(localStorage);
  for (const key of keys.filter((key) => key.startsWith(ours))) localStorage.removeItem(key);
  // sites in folders had no names of their own: what they kept may belong to others, but is not read again here
  if (SITE && ours !== NAME)
    for (const key of keys.filter((key) => key.startsWith(NAME))) localStorage.setItem(scoped(key), "null");
  const found = (await indexedDB.databases?.()) ?? [{ name: ours }, { name: scoped(`${NAME}-history`) }];
  for (const { name } of found) if (name?.startsWith(ours)) await empty(name);
}

/** Clears its stores. To delete the database itself would have to wait until other pages have closed it. */
async function empty(name: string): Promise<void> {
  const opening = indexedDB.open(name);
  const db = await new Promise<IDBDatabase>((done, failed) => {
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => failed(opening.error);
  });
  try {
    const stores = [...db.objectStoreNames];
    if (!stores.length) return;
    const transaction = db.transaction(stores, "readwrite");
    for (const store of stores) transaction.objectStore(store).clear();
    await new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    db.close();
  }
}
