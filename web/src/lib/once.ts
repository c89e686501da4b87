/** What is asked again before it is done is asked once: two taps on a slow connection. */
export function once(what: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  return () => (asked ??= what().finally(() => (asked = null)));
}
