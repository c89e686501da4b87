/** Texts, formatted by Fluent: this client's own, and those all games share and those of one game (from the server). */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import type { Sentence } from "$lib/generated/wire.ts";
import { api } from "$lib/net/api.ts";
import { page as shown, part } from "$lib/net/parts.svelte.ts";
import { Refused } from "$lib/net/refused.ts";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Args = Record<string, FluentVariable>;

const own = import.meta.glob<string>("../../words/*.ftl", { query: "?raw", import: "default" });
const ofPages = import.meta.glob<string>("../../words/*/*.ftl", { query: "?raw", import: "default" });
const CELL = /^(?:([a-z]):)?([a-z]\d+)$/; // c3, s:a1
const SEATS = new Set(["seat", "other"]);
const LISTS: Record<Language, string> = { en: "en-GB", fr: "fr" }; // British: no comma before "and"

type GameTexts = (game: string, lang: Language) => (() => Promise<{ default: string }>) | undefined;
let textsOf: GameTexts = () => undefined;

/** Says where this client's texts about single games are. */
export const findGameTexts = (find: GameTexts): void => void (textsOf = find);

/** Numbers below 0 get a real minus; Intl writes a hyphen. */
const withMinus = (text: string): string => text.replace(/(^|[\s(])-(?=\d)/g, "$1−");

/** The cell that an action names, and its board unless it is the main one. */
export function cellOf(action: string): { board: string; cell: string } | null {
  const [, board = "", cell] = CELL.exec(action) ?? [];
  return cell ? { board, cell } : null;
}

export class Words {
  constructor(
    readonly lang: Language,
    private readonly bundle: FluentBundle,
    private readonly names: readonly string[] = [],
    private readonly you: number | null = null,
  ) {}

  /** How dates are written: as on this device if it speaks this language, so in England not as in America. */
  get locale(): string {
    return navigator.languages.find((one) => one.split("-")[0] === this.lang) ?? this.lang;
  }

  has(id: string): boolean {
    return this.bundle.hasMessage(id);
  }

  /** The text for a message id. A missing one is shown as its id and arguments, so that players miss nothing. */
  text(id: string, args: Args = {}): string {
    const pattern = this.bundle.getMessage(id)?.value;
    return pattern ? withMinus(this.bundle.formatPattern(pattern, args, [])) : [id, ...Object.values(args).map(String)].join(" ");
  }

  /** A message with seats: its arguments `seat` and `other` become names, and `$you` tells which of them is the reader. */
  say({ id, args }: Sentence): string {
    const seats = Object.keys(args).filter((name) => SEATS.has(name));
    const named = Object.fromEntries(seats.map((name) => [name, this.name(Number(args[name]))]));
    const you = seats.find((name) => Number(args[name]) === this.you) ?? "nobody";
    return this.text(id, { ...args, ...named, ...(this.has(id) && { you }) });
  }

  /** Why something was refused, and in which line of a record. */
  refusal({ said, line }: { said: Sentence; line: number }): string {
    return line ? this.text("at-line", { line, why: this.say(said) }) : this.say(said);
  }

  /**
   * An action as people read it. `action-…` is for texts that begin with these words, `action-cell` for cells of a board, and `action` for
   * the rest; `action-word` translates single words. A game without them is shown its texts.
   */
  action(text: string): string {
    const place = cellOf(text);
    if (place && this.has("action-cell")) return this.text("action-cell", { board: place.board || "main", cell: place.cell });
    const words = text.split(/[ ,]+/);
    const own =
      [...words.keys()].map((n) => words.length - n).find((n) => this.has(`action-${words.slice(0, n).join("-")}`)) ?? 0;
    if (!own && !this.has("action")) return text;
    const rest = words.slice(own).map((word) => (this.has("action-word") ? this.text("action-word", { word }) : word));
    const [first = "", second = ""] = rest;
    const args = { rest: this.list(rest), first, second, seat: this.name(Number(first)) };
    return this.text(own ? `action-${words.slice(0, own).join("-")}` : "action", args);
  }

  /** Several names in a row: "Ada, Bo and Cy". */
  list(names: readonly string[]): string {
    return new Intl.ListFormat(LISTS[this.lang]).format(names);
  }

  name(seat: number): string {
    return this.names[seat] ?? this.text("seat-name", { number: seat + 1 });
  }

  /** What a bot of this level is called. */
  bot(level: string): string {
    const id = `bot-${level}`;
    return this.has(id) ? this.text(id) : level;
  }

  /** The same words at a table with these people, said to the one who sits at `you`. */
  at(names: readonly string[], you: number | null = null): Words {
    return new Words(this.lang, this.bundle, names, you);
  }
}

const texts = new Map<string, Promise<FluentResource>>();

function resource(key: string, load: () => Promise<string>): Promise<FluentResource> {
  const found = texts.get(key) ?? load().then((text) => new FluentResource(text));
  texts.set(key, found);
  found.catch(() => texts.delete(key));
  return found;
}

/** The texts that are loaded, and whether that is all of them. */
async function load(lang: Language, game: string, page: string): Promise<[Words, boolean]> {
  const mine = resource(`own ${lang}`, () => part(own[`../../words/${lang}.ftl`]!));
  const theirs = ["", ...(game ? [game] : [])].map((of) => resource(`${of} ${lang}`, () => api.strings(lang, of)));
  const more = textsOf(game, lang);
  if (more) theirs.push(resource(`web ${game} ${lang}`, async () => (await part(more)).default));
  if (page) theirs.push(resource(`${page} ${lang}`, () => part(ofPages[`../../words/${page}/${lang}.ftl`]!)));
  const bundle = new FluentBundle(lang, { useIsolating: false });
  const found = await Promise.allSettled([mine, ...theirs]);
  for (const one of found) if (one.status === "fulfilled") bundle.addResource(one.value, { allowOverrides: true });
  const whole = found.every(
    (one) => one.status === "fulfilled" || (one.reason instanceof Refused && one.reason.code === "no-strings"),
  );
  return [new Words(lang, bundle), whole];
}

/**
 * Shows the texts once they are loaded. Without a network, it tries again: the page says so, and nothing of a game is shown by the ids of
 * missing texts. `page` has texts of its own. Returns a function that stops it.
 */
export function speak(lang: Language, game: string, show: (words: Words) => void, page = ""): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let missed = 0;
  const miss = (count: number): void => {
    shown.missing += count - missed;
    missed = count;
  };
  const say = async (): Promise<void> => {
    const [words, whole] = await load(lang, game, page);
    if (stopped) return;
    miss(Number(!whole && game !== ""));
    if (whole || !game) show(words);
    if (!whole) timer = setTimeout(() => void say(), 2000);
  };
  void say();
  return () => {
    stopped = true;
    miss(0);
    clearTimeout(timer);
  };
}
