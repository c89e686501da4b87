/** Long lists of actions, in groups that can be opened. */

/** The actions that begin alike. If they are many, they lie in smaller groups, and nothing but those is shown at first. */
export interface Group {
  texts: readonly string[];
  parts: readonly Group[];
}

export const MANY = 12; // buttons that can be taken in at a glance

const begin = (text: string, words: number): string => text.split(/[ ,]+/).slice(0, words).join(" ");

/** Actions by their first words: as many words as it takes to have few in a group. */
export function grouped(texts: readonly string[], words = 1): Group[] {
  const begins = [...new Set(texts.map((text) => begin(text, words)))];
  return begins.map((start) => {
    const own = texts.filter((text) => begin(text, words) === start);
    return { texts: own, parts: own.length > MANY ? parts(own, words + 1) : [] };
  });
}

/** Smaller groups: by the next word or, if that tells nearly all of them apart, one after the other. */
function parts(texts: readonly string[], words: number): Group[] {
  const found = grouped(texts, words);
  if (found.length === 1) return found[0]!.parts.length ? [...found[0]!.parts] : runs(texts);
  return found.length > texts.length / 2 ? runs(texts) : found;
}

const runs = (texts: readonly string[]): Group[] =>
  Array.from({ length: Math.ceil(texts.length / MANY) }, (_, n) => ({ texts: texts.slice(n * MANY, (n + 1) * MANY), parts: [] }));

/** The end of a range without the words with which it begins like the other end: after "Bid 3 × 1", "6" is enough. */
export function restOf(last: string, first: string): string {
  const [words, before] = [last.split(" "), first.split(" ")];
  const same = words.findIndex((word, n) => word !== before[n]);
  return words.slice(same).join(" ");
}
