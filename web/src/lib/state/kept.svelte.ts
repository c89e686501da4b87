/** What this device remembers: name, language, theme, sound, sure taps, its seats, and its best scores. */
import { untrack } from "svelte";
import type { Held } from "$lib/net/api.ts";
import { onStorage, readStorage, writeStorage } from "$lib/net/storage.ts";
import { LANGUAGES, type Language } from "./words.ts";

export type Theme = "auto" | "light" | "dark";

export interface Remembered extends Held {
  game: string;
  when: number; // ms since 1970
  score?: string; // once it is over
  people?: boolean; // others play here, too
  daily?: string; // the date, if it is the deal of a day
  told?: Told; // once it is over
  here?: Held[]; // several people on this device: all their seats, the host's first
}

/** What the table told when a match was over: the digest of its record. The fingerprint of its seed identifies the match. */
export interface Told {
  commit: string;
  digest: string;
}

interface Kept {
  name: string;
  lang: Language;
  theme: Theme;
  mute: boolean;
  volume: number; // percent
  /** Sure taps: ask before a tap is sent; let it be taken back for two seconds. */
  confirm: boolean;
  takeBack: boolean;
  /** Whether the signs of players are shown. */
  reactions: boolean;
  /** The size of letters in percent, besides the browser's. */
  letters: number;
  seats: Remembered[];
  bests: Record<string, Best>; // by game and options
}

/** The best score on this device, the match that brought it, and the best before it. */
export interface Best {
  score: number;
  match: string;
  before: number | null;
}

const KEY = "tablee";
const MOST = 60; // finished ones stay in the history; more than the 40 that earlier versions kept, until they are there

function browserLanguage(): Language {
  const wishes = navigator.languages.map((wish) => wish.slice(0, 2).toLowerCase());
  return LANGUAGES.find((lang) => lang === wishes.find((wish) => LANGUAGES.some((known) => known === wish))) ?? "en";
}

function read(): Kept {
  const fresh: Kept = {
    name: "",
    lang: browserLanguage(),
    theme: "auto",
    mute: false,
    volume: 70,
    confirm: false,
    takeBack: false,
    reactions: true,
    letters: 100,
    seats: [],
    bests: {},
  };
  return { ...fresh, ...readStorage<Partial<Kept>>(KEY, {}) };
}

export const kept: Kept = $state(read());

/** Call after a change. */
export function keep(change: Partial<Kept> = {}): void {
  Object.assign(kept, change);
  writeStorage(KEY, kept);
}

export function hold(held: Held, game: string, here: Held[] = [], daily = ""): void {
  const others = kept.seats.filter((seat) => seat.match !== held.match);
  keep({
    seats: [{ ...held, game, when: Date.now(), ...(here.length > 1 && { here }), ...(daily && { daily }) }, ...others].slice(
      0,
      MOST,
    ),
  });
}

/** Remembers whether other people play in a match: they wait for this device. */
export function noteCompany(match: string, people: boolean): void {
  const held = untrack(() => heldAt(match));
  if (!held || untrack(() => Boolean(held.people) === people)) return;
  held.people = people;
  keep();
}

export const heldAt = (match: string): Remembered | undefined => kept.seats.find((seat) => seat.match === match);

/** Stores the result of a match, and your seat: its number changes if empty seats before it were left out. What the table told
 * first about the record stays, whatever it tells later. */
export function remember(match: string, score: string, seat: number, told: Told | null): void {
  const held = untrack(() => heldAt(match));
  if (!held || untrack(() => held.score === score && (held.told || !told))) return;
  Object.assign(held, { score, seat, ...(told && !held.told && { told }) });
  keep();
}

/** The digest that this device was told at the end of the match with this fingerprint. */
export const toldDigest = (commit: string): string | undefined =>
  kept.seats.find((seat) => commit && seat.told?.commit === commit)?.told?.digest;

export function forget(match: string): void {
  keep({ seats: kept.seats.filter((seat) => seat.match !== match) });
}

/** Which scores compare: those of the same game with the same options. */
export const comparedBy = (game: string, options: Record<string, unknown>): string =>
  [
    game,
    ...Object.entries(options)
      .sort()
      .map((one) => one.join("=")),
  ].join(" ");

/** Stores a score if it is the best so far, and returns the best. Asked again about the same game, it answers the same. */
export function best(key: string, match: string, score: number): Best {
  const known = untrack(() => kept.bests[key]);
  if (known && (known.match === match || known.score >= score)) return known;
  const found = { score, match, before: known?.score ?? null };
  keep({ bests: { ...untrack(() => kept.bests), [key]: found } });
  return found;
}

/** Another tab may have changed it. */
onStorage(KEY, () => Object.assign(kept, read()));
