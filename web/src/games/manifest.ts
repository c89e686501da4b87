/** What each game brings: its `index.ts` says so. This is the one place that finds them; see README.md in this folder. */
import type { Component } from "svelte";
import type { Sentence } from "$lib/generated/wire.ts";
import { part } from "$lib/net/parts.svelte.ts";
import type { Language } from "$lib/state/words.ts";
import type { TileParts } from "$lib/tiles/tiles.ts";
import type { CountedProps } from "./counted.ts";
import type { Entry } from "./entries.ts";
import type { GlanceProps, ItemProps, TableProps } from "./props.ts";

type Lazy<T> = () => Promise<{ default: T }>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- every game has panels and messages of its own
type Own = any;

/** The parts of a game, all of them optional. They are loaded when somebody needs them, apart from what is needed at once. */
export interface Manifest {
  /** The illustration. The home page shows those of all games, so it is not lazy: keep it small. */
  Art?: Component;
  /** The table; without one, the generic table plays the game. */
  table?: Lazy<Component<TableProps<Own, Own>>>;
  /** Its table has three columns on a desktop, and places what the page has to say in them. */
  columns?: true;
  /** A decision that the coach looks at, on the board alone; without one, the table shows it. */
  moment?: Lazy<Component<TableProps<Own, Own>>>;
  /** Pictures for the rules at a glance. */
  glance?: Lazy<Component<GlanceProps>>;
  /** A card, drawn small wherever panels are listed. */
  item?: Lazy<Component<ItemProps>>;
  /** What is being counted at the end. */
  counted?: Lazy<Component<CountedProps<Own>>>;
  /** How a board at a real table is entered. */
  entry?: () => Promise<Entry>;
  /** The components of a game that has a caller, who shows its tiles. */
  parts?: Lazy<TileParts>;
  /** Texts that only this client needs. */
  words?: Record<Language, Lazy<string>>;
  /** Which news is told before the table changes. It must be known the moment the news arrives, so it is not lazy either. */
  isScene?(events: readonly Sentence[]): boolean;
}

const manifests = import.meta.glob<Manifest>("./*/index.ts", { eager: true, import: "default" });

/** A game without one has none of these parts. */
export const manifestOf = (game: string): Manifest => manifests[`./${game}/index.ts`] ?? {};

/** A part of a game, once it is loaded; null if the game has none. */
export const partOf = async <T>(lazy: Lazy<T> | undefined): Promise<T | null> => (lazy ? (await part(lazy)).default : null);

/** The table of a game: its own, or the one that plays any game. */
export const tableOf = async (game: string): Promise<Component<TableProps>> =>
  (await part(manifestOf(game).table ?? (async () => (await import("./element.ts")).tableOf(game)))).default;

export const isScene = (game: string, events: readonly Sentence[]): boolean => manifestOf(game).isScene?.(events) ?? false;

export const entryOf = async (game: string): Promise<Entry | null> => {
  const { entry } = manifestOf(game);
  return entry ? part(entry) : null;
};
