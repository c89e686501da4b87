/** Ignores a second call while the first is still running, such as a double tap on a slow connection. */
export function once(what: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  return () => (asked ??= what().finally(() => (asked = null)));
}
