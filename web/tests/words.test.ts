import { FluentBundle, FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { Words } from "../src/lib/state/words.ts";
import { logText } from "../src/pages/replay/log-text.ts";

const files = import.meta.glob<string>("../src/**/*.ftl", { query: "?raw", import: "default", eager: true });
const code = import.meta.glob<string>(["../src/**/*.svelte", "../src/**/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const ids = (text: string): string[] => [...text.matchAll(/^([a-z][\w-]*) =/gm)].map((found) => found[1]!).sort();

describe.each(Object.keys(files).filter((path) => path.endsWith("en.ftl")))("%s", (path) => {
  it("says the same in both languages, and all can be read", () => {
    const both = [files[path]!, files[path.replace("en.ftl", "fr.ftl")]!];
    expect(ids(both[1]!)).toEqual(ids(both[0]!));
    for (const text of both) {
      const bundle = new FluentBundle("en");
      expect(bundle.addResource(new FluentResource(text))).toEqual([]);
      expect(ids(text).filter((id) => !bundle.hasMessage(id))).toEqual([]);
    }
  });
});

it("has words for everything the client says itself, and no more", () => {
  const known = new Set(Object.values(files).flatMap(ids));
  const said = Object.values(code).flatMap((text) => [...text.matchAll(/["'`](web-[\w-]+(?:\$\{)?)/g)].map((found) => found[1]!));
  const whole = said.filter((id) => !id.endsWith("${"));
  const begun = said.filter((id) => id.endsWith("${")).map((id) => id.slice(0, -2));
  expect(whole.filter((id) => !known.has(id) && !id.endsWith("-"))).toEqual([]);
  const used = (id: string): boolean =>
    whole.includes(id) ||
    begun.some((start) => id.startsWith(start)) ||
    said.some((one) => one.endsWith("-") && id.startsWith(one));
  expect([...known].filter((id) => !used(id))).toEqual([]);
});

/** Others, such as `type: "ordinal"` and `signDisplay`, are ignored without a word. */
const OPTIONS = /^(useGrouping|(minimum|maximum)(Integer|Fraction|Significant)Digits)$/;

it("asks for numbers only in ways that Fluent knows", () => {
  const asked = Object.values(files).flatMap((text) => [...text.matchAll(/NUMBER\([^)]*\)/g)].map(([call]) => call));
  const options = asked.flatMap((call) => [...call.matchAll(/(\w+):/g)].map((found) => found[1]!));
  expect(options.length).toBeGreaterThan(0);
  expect(options.filter((name) => !OPTIONS.test(name))).toEqual([]);
});

it("writes numbers below 0 with a real minus, and leaves other hyphens alone", () => {
  const bundle = new FluentBundle("en", { useIsolating: false });
  bundle.addResource(new FluentResource("best = Best: { $score } ({ $score }) with 9-7-3"));
  expect(new Words("en", bundle).text("best", { score: -10 })).toBe("Best: −10 (−10) with 9-7-3");
});

it.each([
  ["en", ["Ada", "Ada and Bo", "Ada, Bo and Cy"]],
  ["fr", ["Ada", "Ada et Bo", "Ada, Bo et Cy"]],
] as const)("lists names as people say them: %s", (lang, said) => {
  const words = new Words(lang, new FluentBundle(lang));
  expect([["Ada"], ["Ada", "Bo"], ["Ada", "Bo", "Cy"]].map((names) => words.list(names))).toEqual(said);
});

it.each([
  ["en", "Ada picks d3.", "Ada's choice: keep."],
  ["fr", "Ada choisit d3.", "Ada choisit : keep."],
] as const)("says in a replay which cell was picked, or else which action: %s", (lang, cell, other) => {
  const bundle = new FluentBundle(lang, { useIsolating: false });
  bundle.addResource(new FluentResource(files[`../src/words/replay/${lang}.ftl`]!));
  const words = new Words(lang, bundle, ["Ada"]);
  expect(["d3", "keep"].map((text) => logText({ at: 0, choice: { seat: 0, text } }, words))).toEqual([cell, other]);
});

it("has words for every sentence that a game's own table asks for by its id", () => {
  const server = import.meta.glob<string>(["../../src/tablee/strings.en.ftl", "../../src/tablee/games/*/strings.en.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const of = (path: string, all: Record<string, string>): string[] => ids(all[path] ?? "");
  const shared = [...of("../src/words/en.ftl", files), ...of("../../src/tablee/strings.en.ftl", server)];
  const missing = Object.entries(code).flatMap(([path, text]) => {
    const game = /games\/([\w-]+)\//.exec(path)?.[1];
    if (!game || game === "generic") return [];
    const known = new Set([
      ...shared,
      ...of(`../src/games/${game}/en.ftl`, files),
      ...of(`../../src/tablee/games/${game.replaceAll("-", "_")}/strings.en.ftl`, server),
    ]);
    const asked = [...text.matchAll(/(?:words\.text|stat)\("([\w-]+)"/g)].map((found) => found[1]!);
    expect(known.size).toBeGreaterThan(shared.length);
    return asked.filter((id) => !known.has(id)).map((id) => `${path}: ${id}`);
  });
  expect(missing).toEqual([]);
});

describe("an action is read as a sentence", () => {
  const server = import.meta.glob<string>(["../../src/tablee/strings.*.ftl", "../../src/tablee/games/*/strings.*.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const wordsOf = (lang: "en" | "fr", game: string): Words => {
    const bundle = new FluentBundle(lang, { useIsolating: false });
    for (const path of [`../../src/tablee/strings.${lang}.ftl`, `../../src/tablee/games/${game}/strings.${lang}.ftl`])
      bundle.addResource(new FluentResource(server[path]!), { allowOverrides: true });
    return new Words(lang, bundle, ["Ada", "Bo", "Cy"]);
  };
  const EVERY = [
    ["take_it_easy", "c3", "Place on c3"],
    ["take_it_to_the_limit", "c3", "Place on c3"],
    ["take_it_to_the_limit", "s:a1", "Place on the scrapyard, a1"],
    ["take_it_to_the_limit", "discard", "Send to the scrapyard"],
    ["take_it_to_the_limit", "reserve", "Put in the reserve"],
    ["take_it_to_the_limit", "keep", "Move no tiles"],
    ["take_it_to_the_limit", "A=2,C=1", "Move reserve tiles to holes: A=2 and C=1"],
    ["limits", "red", "Play red"],
    ["limits", "four blue", "Show four blue"],
    ["limits", "hide red purple", "Hide red and purple"],
    ["limits", "accuse 1", "Accuse Bo"],
    ["ultim_limit", "go", "Go"],
    ["ultim_limit", "roll", "Roll"],
    ["ultim_limit", "stop", "Stop"],
    ["ultim_limit", "take 2 3+3", "Take card 2 with 3+3"],
    ["ultim_limit", "ultim glass", "Ultim' card: turn the timer"],
    ["ultim_limit", "ultim cards", "Ultim' card: new row"],
    ["ultim_limit", "keep blue,red", "Keep blue and red"],
    ["xtreme_limits", "green 5", "Green hand +5"],
    ["xtreme_limits", "wind", "Wind the timer"],
    ["xtreme_limits", "keep", "Keep the card"],
    ["xtreme_limits", "swap 2", "Swap with Cy"],
    ["xtreme_limits", "swap centre 1", "Swap with card 1 in the centre"],
  ] as const;

  it.each(EVERY)("%s: %s", (game, text, read) => {
    expect(wordsOf("en", game).action(text)).toBe(read);
    const french = wordsOf("fr", game).action(text);
    expect(french).not.toMatch(/action|red|blue|purple|NaN|\{|Seat/);
    expect(french).not.toBe(text);
  });

  it("of a game without such sentences is its text", () =>
    expect(new Words("en", new FluentBundle("en")).action("take 3")).toBe("take 3"));
});

describe("a sentence", () => {
  const bundle = new FluentBundle("en", { useIsolating: false });
  bundle.addResource(
    new FluentResource(
      "placed = { $seat } on { $cell }\nseat-name = Seat { $number }\nhits = { $you ->\n [seat] You hit { $other }\n [other] { $seat } hits you\n *[nobody] { $seat } hits { $other }\n }",
    ),
  );
  const words = new Words("en", bundle).at(["Ada"]);

  it("names seats, and hides nothing that has no words", () => {
    expect(words.say({ id: "placed", args: { seat: 0, cell: "a1" } })).toBe("Ada on a1");
    expect(words.say({ id: "placed", args: { seat: 4, cell: "a1" } })).toBe("Seat 5 on a1");
    expect(words.say({ id: "unknown", args: { x: 3 } })).toBe("unknown 3");
  });

  it("speaks to its reader", () => {
    const told = [null, 0, 1].map((you) => words.at(["Ada", "Bo"], you).say({ id: "hits", args: { seat: 0, other: 1 } }));
    expect(told).toEqual(["Ada hits Bo", "You hit Bo", "Ada hits you"]);
  });
});
