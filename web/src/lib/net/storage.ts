/** What is kept in `localStorage`, as JSON. Devices that cannot store anything still work. */

export function readStorage<T>(key: string, usual: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? usual;
  } catch {
    return usual;
  }
}

/** Whether it was stored: in private mode or without room, it is known until the page is closed. */
export function writeStorage(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
