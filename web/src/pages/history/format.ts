/** How numbers, dates and opponents are written on the page of one's games. */
import type { GameInfo } from "$lib/generated/wire.ts";
import type { Summary } from "$lib/net/summaries.ts";
import { ALONE, opponentsOf } from "$lib/state/statistics.ts";
import { termsOf, type Value } from "$lib/state/terms.ts";
import type { Words } from "$lib/state/words.ts";
import { valueName } from "$lib/ui/Options.svelte";

/** "172", "−7", "0,15"; with a sign "+21". */
export function figure(value: number, lang: string, digits = 0, signed = false): string {
  const format = new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const text = format.format(Math.abs(value));
  const isZero = !/[1-9]/.test(text);
  return (isZero ? "" : value < 0 ? "−" : signed ? "+" : "") + text;
}

/** Two digits below one, as the coach's scale does. */
export const lossFigure = (loss: number, lang: string): string => figure(loss, lang, loss < 1 ? 2 : 1);

export const opponentName = (opponent: string, words: Words): string => {
  if (opponent === ALONE) return words.text("web-history-alone");
  const [, kind, name = ""] = /^(\w+) (.*)$/s.exec(opponent) ?? [];
  return kind === "bot" ? words.bot(name) : name;
};

/** Who else played; empty if that is not known. */
export const withWhom = (summary: Summary, words: Words): string =>
  words.list(opponentsOf(summary).map((one) => opponentName(one, words)));

/** Options that are not the usual ones, as people read them. */
export function optionsName(options: Summary["options"], game: GameInfo | undefined, words: Words): string {
  if (!options) return words.text("web-history-unknown-options");
  if (!game) return Object.values(options).join(", ");
  const changed = game.options.filter(({ name, default: usual }) => (options[name] ?? usual) !== usual);
  if (!changed.length) return words.text("web-history-default-options");
  return changed
    .map(({ name }) => {
      const value: Value = options[name]!;
      const shown = valueName(words, name, value);
      return typeof value === "string" ? shown : words.text("labelled", { label: words.text(`option-${name}`), value: shown });
    })
    .join(", ");
}

export const hasUsualOptions = ({ options }: Summary, game: GameInfo | undefined): boolean =>
  Boolean(options && game) &&
  Object.entries(termsOf(game!).options).every(([name, usual]) => (options![name] ?? usual) === usual);

export const dateFormat = (words: Words): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(words.locale, { day: "numeric", month: "short", year: "numeric" });
