/** What is kept in `localStorage`, as JSON. Devices that cannot store anything still work. */
import { scoped, SITE } from "./place.ts";

export function readStorage<T>(key: string, usual: T): T {
  try {
    const earlier = SITE && localStorage.getItem(key); // sites in folders had no names of their own
    return (JSON.parse(localStorage.getItem(scoped(key)) || earlier || "null") as T | null) ?? usual;
  } catch {
    return usual;
  }
}

/** Whether it was stored: in private mode or without room, it is known until the page is closed. */
export function writeStorage(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(scoped(key), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Calls back when another page of this folder has stored something under this key. */
export const onStorage = (key: string, changed: () => void): void =>
  addEventListener("storage", (event) => {
    if (event.key === scoped(key)) changed();
  });
