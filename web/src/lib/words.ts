/** Sentences, made by Fluent: of this client, of the table, and of one game (fetched from the server). */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { api } from "./api.ts";
import type { Said } from "./wire.ts";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Args = Record<string, FluentVariable>;

const own = import.meta.glob("../words/*.ftl", { query: "?raw", import: "default" });
const ofGames = import.meta.glob("../games/*/*.ftl", { query: "?raw", import: "default" });
const SEATS = new Set(["seat", "other"]);

export class Words {
  constructor(
    readonly lang: Language,
    private readonly bundle: FluentBundle,
    private readonly names: readonly string[] = [],
  ) {}

  has(id: string): boolean {
    return this.bundle.hasMessage(id);
  }

  /** The sentence of a message id. A missing one is shown as its id and arguments, so nothing is hidden from a player. */
  text(id: string, args: Args = {}): string {
    const pattern = this.bundle.getMessage(id)?.value;
    return pattern ? this.bundle.formatPattern(pattern, args, []) : [id, ...Object.values(args).map(String)].join(" ");
  }

  /** A message from the server; its arguments `seat` and `other` become names. */
  say(said: Said): string {
    const args = Object.entries(said.args).map(([name, value]) => [name, SEATS.has(name) ? this.name(Number(value)) : value]);
    return this.text(said.id, Object.fromEntries(args) as Args);
  }

  /** Why something was refused, and in which line of a record. */
  refusal({ said, line }: { said: Said; line: number }): string {
    return line ? this.text("at-line", { line, why: this.say(said) }) : this.say(said);
  }

  name(seat: number): string {
    return this.names[seat] ?? this.text("seat-name", { number: seat + 1 });
  }

  /** The same words at a table with these people. */
  at(names: readonly string[]): Words {
    return new Words(this.lang, this.bundle, names);
  }
}

const texts = new Map<string, Promise<FluentResource>>();

function resource(key: string, load: () => Promise<string>): Promise<FluentResource> {
  const found = texts.get(key) ?? load().then((text) => new FluentResource(text));
  texts.set(key, found);
  found.catch(() => texts.delete(key));
  return found;
}

/** Raises Refused if the server cannot be reached; the client's own words are always there. */
export async function loadWords(lang: Language, game = ""): Promise<Words> {
  const mine = resource(`own ${lang}`, own[`../words/${lang}.ftl`] as () => Promise<string>);
  const theirs = ["", ...(game ? [game] : [])].map((of) => resource(`${of} ${lang}`, () => api.strings(lang, of)));
  const more = ofGames[`../games/${game}/${lang}.ftl`] as (() => Promise<string>) | undefined;
  if (more) theirs.push(resource(`web ${game} ${lang}`, more));
  const bundle = new FluentBundle(lang, { useIsolating: false });
  const found = await Promise.allSettled([mine, ...theirs]);
  for (const one of found) if (one.status === "fulfilled") bundle.addResource(one.value, { allowOverrides: true });
  return new Words(lang, bundle);
}
