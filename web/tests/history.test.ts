/** Summaries of matches: how they are made, joined, and read from files. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "../src/lib/generated/wire.ts";
import { Refused } from "../src/lib/net/refused.ts";
import { deleteSummaries, joined, keepSummaries, readSummaries, type Summary } from "../src/lib/net/summaries.ts";
import { api } from "../src/lib/net/api.ts";
import { engine } from "../src/lib/net/engine/engine.svelte.ts";
import { keepOurs, python } from "../src/lib/net/local.svelte.ts";
import { catchUp, type Finished, oldSummaryOf, replayable, summaryOf } from "../src/lib/state/history.ts";
import type { Remembered } from "../src/lib/state/kept.svelte.ts";
import { keep } from "../src/lib/state/kept.svelte.ts";
import {
  BadHistory,
  betterOf,
  earlierOf,
  type History,
  merge,
  ownHistory,
  readHistory,
  seal,
  unseal,
} from "../src/lib/state/transfer.ts";

const held: Remembered = { match: "m", seat: 0, token: "t", nonce: "", game: "take-it-easy", when: 1000 };
const finished = {
  info: {
    match: "m",
    game: "take-it-easy",
    options: { rays: "none" },
    commit: "c0",
    practice: false,
    daily: "",
    host: 0,
    seats: [
      { kind: "person", names: ["Ada", "Al"] },
      { kind: "bot", level: "greedy" },
    ],
  },
  you: 0,
  result: { scores: [187, 160], places: [1, 2], hints: 0, digest: "d0" },
  series: null,
} as unknown as Finished;
const summary = (match: string, more: Partial<Summary> = {}): Summary => ({
  match,
  game: "take-it-easy",
  when: 1000,
  server: "",
  seat: 0,
  score: 150,
  place: 1,
  of: 1,
  options: {},
  players: [{ name: "Ada", level: "", score: 150, place: 1 }],
  ...more,
});
const history = (...summaries: Summary[]): History => ({ tablee: "history", version: 1, summaries, bests: {}, daily: {} });

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // this browser has no database: what follows is known until the page is closed
  localStorage.clear();
  keep({ bests: {}, seats: [] });
  await deleteSummaries();
});

describe("a summary", () => {
  it("says who played what, and how it ended", () => {
    expect(summaryOf(finished, held)).toEqual({
      match: "m",
      game: "take-it-easy",
      when: 1000,
      server: "http://localhost:3000/",
      seat: 0,
      score: 187,
      place: 1,
      of: 2,
      options: { rays: "none" },
      players: [
        { name: "Ada & Al", level: "", score: 187, place: 1 },
        { name: "", level: "greedy", score: 160, place: 2 },
      ],
      commit: "c0",
      digest: "d0",
    });
  });

  it("marks guided games, hints and several people on this device", () => {
    const { info, result } = finished;
    const marked = { ...finished, info: { ...info, practice: true }, result: { ...result!, hints: 2 } };
    expect(summaryOf(marked, { ...held, here: [] })).toMatchObject({ practice: true, hints: true, shared: true });
  });

  it("of a further try at a deal of the day is practice", () => {
    const daily = { ...finished, info: { ...finished.info, daily: "2026-11-18" } };
    expect(summaryOf(daily, held)).toMatchObject({ daily: "2026-11-18" });
    expect(summaryOf(daily, held)).not.toHaveProperty("practice");
    const first = { match: "first", when: 1, practice: 0 };
    localStorage.setItem("tablee-daily", JSON.stringify({ "2026-11-18 take-it-easy": first }));
    expect(summaryOf(daily, held)).toMatchObject({ daily: "2026-11-18", practice: true });
    const seat = { ...held, score: "187 · 1/1", daily: "2026-11-18" };
    expect(oldSummaryOf(seat)).toMatchObject({ daily: "2026-11-18", practice: true });
    expect(oldSummaryOf({ ...seat, match: "first" })).not.toHaveProperty("practice");
  });

  it("has the games of a series, and in a big room one's own points alone", () => {
    const series = {
      game: 2,
      scores: [
        [90, 80],
        [97, 80],
      ],
      waiting: false,
    };
    expect(summaryOf({ ...finished, series }, held)?.games).toEqual([
      [90, 80],
      [97, 80],
    ]);
    const many = Array.from({ length: 13 }, () => 5);
    const big = {
      ...finished,
      result: { ...finished.result!, scores: many, places: many },
      series: { ...series, scores: [many, many] },
    };
    expect(summaryOf(big, held)).toMatchObject({ of: 13, games: [[5], [5]] });
    expect(summaryOf(big, held)).not.toHaveProperty("players");
  });

  it("comes from what earlier versions kept, too", () => {
    const old = { ...held, score: "-7 · 2/3", told: { commit: "c", digest: "d" } };
    expect(oldSummaryOf(old)).toMatchObject({ match: "m", score: -7, place: 2, of: 3, commit: "c", digest: "d" });
    expect(oldSummaryOf(old)).not.toHaveProperty("options");
    expect(oldSummaryOf(held)).toBeNull();
    expect(oldSummaryOf({ ...held, score: "nonsense" })).toBeNull();
  });
});

describe("two summaries of a match", () => {
  const { options: _, players: __, ...bare } = summary("m", { when: 900, shared: true });
  const reviewed = summary("m", { review: { when: 5, loss: 1, decisions: 1, luck: 0, usual: null }, imported: true });
  const again = summary("m", { review: { when: 9, loss: 2, decisions: 1, luck: 0, usual: null } });

  it("become one that knows all of both, in any order and however often", () => {
    const all = [bare, reviewed, again];
    for (const a of all)
      for (const b of all) {
        expect(joined(a, b)).toEqual(joined(b, a));
        expect(joined(joined(a, b), b)).toEqual(joined(a, b));
        for (const c of all) expect(joined(joined(a, b), c)).toEqual(joined(a, joined(b, c)));
      }
    expect(joined(bare, reviewed)).toMatchObject({ when: 900, options: {}, shared: true, review: { loss: 1 } });
    expect(joined(reviewed, again).review?.loss).toBe(2);
  });

  it("came from another device only if both did", () => {
    expect(joined(reviewed, again)).not.toHaveProperty("imported");
    expect(joined(reviewed, reviewed).imported).toBe(true);
  });
});

describe("matches that Python keeps in this browser", () => {
  const seats = (...kinds: string[]) => ({ ...finished.info, seats: kinds.map((kind) => ({ kind, names: ["Ada"] })), host: 1 });
  const shown: Record<string, Finished | undefined> = {
    forgotten: { ...finished, you: null, info: { ...seats("bot", "person"), match: "forgotten" } as Finished["info"] },
    passed: { ...finished, you: null, info: { ...seats("person", "person"), match: "passed" } as Finished["info"] },
  };

  it("are summarised although their seats are forgotten, and only once", async () => {
    const here = ["known", "forgotten", "passed", "damaged"].map((match, n) => ({ match, opened: n }));
    for (const { match } of here) keepOurs(match);
    await keepSummaries([summary("known")]);
    vi.spyOn(engine, "ask").mockResolvedValue({ status: 200, headers: {}, body: JSON.stringify(here) });
    const asked = vi.spyOn(api, "screen").mockImplementation((match) => {
      const found = shown[match];
      return found ? Promise.resolve(found as Snapshot) : Promise.reject(new Refused("damaged", { id: "damaged", args: {} }));
    });
    await catchUp();
    expect(asked).not.toHaveBeenCalled(); // Python is not loaded for it
    [python.wanted, engine.at] = [true, "ready"];
    await catchUp();
    expect(asked.mock.calls).toEqual([
      ["forgotten", ""],
      ["passed", ""],
      ["damaged", ""],
    ]);
    const { all } = await readSummaries();
    expect(all.find(({ match }) => match === "forgotten")).toMatchObject({ when: 1000, seat: 1, score: 160, server: "" });
    expect(all.find(({ match }) => match === "passed")).toMatchObject({ when: 2000, seat: 1, shared: true });
    asked.mockClear();
    await catchUp();
    expect(asked.mock.calls).toEqual([["damaged", ""]]);
    [python.wanted, engine.at] = [false, "off"];
  });
});

describe("without a database", () => {
  it("what is kept is known until the page is closed, and the page is told why", async () => {
    expect(await keepSummaries([summary("a")])).toBe("denied");
    await keepSummaries([summary("b"), summary("a", { when: 5 })]);
    const { all, trouble } = await readSummaries();
    expect(all.map(({ match, when }) => [match, when])).toEqual([
      ["a", 5],
      ["b", 1000],
    ]);
    expect(trouble).toBe("denied");
  });
});

describe("replays", () => {
  it("exist for matches of this server, and for the last 200 of this browser", () => {
    const local = Array.from({ length: 201 }, (_, n) => summary(`l${n}`, { when: n }));
    localStorage.setItem("tablee-local", JSON.stringify(local.map(({ match }) => match)));
    dispatchEvent(Object.assign(new Event("storage"), { key: "tablee-local" }));
    const here = replayable([...local, summary("far", { imported: true, when: 999 })]);
    expect([here(local[0]!), here(local[1]!), here(local[200]!)]).toEqual([false, true, true]);
    expect(here(summary("far", { imported: true }))).toBe(false);
    expect(here(summary("s", { server: "http://localhost:3000/" }))).toBe(true);
    expect(here(summary("s", { server: "https://elsewhere.example/" }))).toBe(false);
    localStorage.clear();
    dispatchEvent(Object.assign(new Event("storage"), { key: "tablee-local" }));
  });
});

describe("a history file", () => {
  it("is read as it was written, without what belongs to this device", async () => {
    await keepSummaries([summary("b", { when: 2, imported: true }), summary("a", { when: 1 })]);
    keep({ bests: { easy: { score: 9, match: "a 1", before: null } } });
    const own = await ownHistory();
    expect(own.summaries.map(({ match, imported }) => [match, imported])).toEqual([
      ["a", undefined],
      ["b", undefined],
    ]);
    expect(readHistory(JSON.stringify(own))).toEqual(own);
    expect(JSON.stringify(own)).not.toContain("token");
  });

  it.each([
    ["no JSON", "{"],
    ["something else", "[]"],
    ["another file", '{"version": 1}'],
    ["no list", JSON.stringify({ ...history(), summaries: {} })],
    ["no number", JSON.stringify(history(summary("a", { score: "12" as unknown as number })))],
    ["a seat that nobody has", JSON.stringify(history(summary("a", { seat: 3 })))],
    ["a mark that is none", JSON.stringify(history({ ...summary("a"), hints: 3 } as unknown as Summary))],
    ["no best", JSON.stringify({ ...history(), bests: { a: { score: 1 } } })],
    ["a very long text", JSON.stringify(history(summary("a".repeat(501))))],
    ["an empty game", JSON.stringify(history(summary("a", { games: [[]] })))],
  ])("is refused: %s", (_, text) => {
    expect(() => readHistory(text)).toThrow(new BadHistory("file"));
  });

  it("of a newer version is refused as such", () => {
    expect(() => readHistory(JSON.stringify({ ...history(), version: 2 }))).toThrow(new BadHistory("version"));
  });
});

describe("merging", () => {
  it("adds what is new, once", async () => {
    await keepSummaries([summary("a")]);
    const theirs: History = {
      ...history(summary("a"), summary("b")),
      bests: { easy: { score: 200, match: "b 1", before: 1 } },
      daily: { "2026-11-18 take-it-easy": { match: "b", when: 4, score: 170, practice: 1 } },
    };
    expect(await merge(theirs)).toEqual({ added: 1, known: 1 });
    const once = await ownHistory();
    expect(await merge(theirs)).toEqual({ added: 0, known: 2 });
    expect(await ownHistory()).toEqual(once);
    expect(once).toMatchObject({ bests: theirs.bests, daily: theirs.daily });
    expect((await readSummaries()).all.map(({ match, imported }) => [match, imported])).toEqual([
      ["a", undefined],
      ["b", true],
    ]);
  });

  it("leaves one try at a deal of the day that counts, on either device", async () => {
    const daily = "2026-11-18";
    const [mine, theirs] = [summary("mine", { daily, when: 9 }), summary("theirs", { daily, when: 4 })];
    await keepSummaries([mine]);
    localStorage.setItem(
      "tablee-daily",
      JSON.stringify({ [`${daily} take-it-easy`]: { match: "mine", when: 9, score: 1, practice: 0 } }),
    );
    const deals = { [`${daily} take-it-easy`]: { match: "theirs", when: 4, score: 2, practice: 0 } };
    await merge({ ...history(theirs), daily: deals });
    const practice = async (): Promise<unknown> => (await readSummaries()).all.map((one) => [one.match, one.practice]);
    expect(await practice()).toEqual([
      ["mine", true],
      ["theirs", undefined],
    ]);
    const both = await ownHistory();
    await deleteSummaries();
    localStorage.setItem("tablee-daily", JSON.stringify(deals));
    await keepSummaries([theirs]);
    await merge(both);
    expect(new Map((await practice()) as [string, unknown][])).toEqual(
      new Map([
        ["mine", true],
        ["theirs", undefined],
      ] as const),
    );
  });

  it("takes the better score and the earlier try of a day", () => {
    const low = { score: 1, match: "l", before: null };
    const high = { score: 2, match: "h", before: null };
    expect(betterOf({ a: low, b: high }, { a: high, c: low })).toEqual({ a: high, b: high, c: low });
    const [early, late, open] = [
      { when: 1, score: 5, practice: 2 },
      { when: 2, score: 9, practice: 0 },
      { when: 0, practice: 3 },
    ];
    const [mine, theirs] = [
      { a: early, b: late, d: open },
      { a: late, b: early, c: late, d: late },
    ];
    const merged = { a: early, b: { ...early }, c: late, d: { ...late, practice: 3 } };
    expect(earlierOf(mine, theirs)).toEqual(merged);
    expect(earlierOf(theirs, mine)).toEqual(merged);
    expect(earlierOf(merged, theirs)).toEqual(merged);
  });
});

describe("a sealed history", () => {
  const secret = "00112233445566778899aabbccddeeff";

  it("is opened by its secret alone, and the server's id says nothing of it", async () => {
    const { id, sealed } = await seal(history(summary("a")), secret);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(id).not.toContain(secret.slice(0, 8));
    expect(atob(sealed)).not.toContain("take-it-easy");
    expect(await unseal(sealed, secret)).toEqual(history(summary("a")));
    await expect(unseal(sealed, secret.replace("00", "01"))).rejects.toEqual(new BadHistory("changed"));
    expect((await seal(history(), secret)).id).toBe(id);
  });

  it.each([0, 12, 60])("with a changed byte (%d) is refused, and so is one that is cut or empty", async (at) => {
    const { sealed } = await seal(history(summary("a")), secret);
    const bytes = [...atob(sealed)];
    bytes[at] = String.fromCharCode(bytes[at]!.charCodeAt(0) ^ 1);
    for (const wrong of [btoa(bytes.join("")), btoa(bytes.slice(0, -1).join("")), "", "?"])
      await expect(unseal(wrong, secret)).rejects.toEqual(new BadHistory("changed"));
  });
});
