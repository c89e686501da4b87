import { FluentBundle } from "@fluent/bundle";
import { type Component, createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Entry, EntryProps, Paper } from "../src/games/entries.ts";
import { accusing, judgedBy, withdrawn, withNames } from "../src/games/limits/paper.ts";
import * as orchid from "../src/games/take-it-to-the-limit/Entry.svelte";
import * as loot from "../src/games/ultim-limit/Entry.svelte";
import { readLoot, rowsOf, swapKept, writeLoot } from "../src/games/ultim-limit/paper.ts";
import { CARDS, readHands, writeHands } from "../src/games/xtreme-limits/paper.ts";
import type { GameInfo, BoardScores, ScoreBoards, SheetRow } from "../src/lib/generated/wire.ts";
import { api } from "../src/lib/net/api.ts";
import { Refused } from "../src/lib/net/refused.ts";
import { app } from "../src/lib/state/app.svelte.ts";
import { Words } from "../src/lib/state/words.ts";
import { emptyBoard, lay } from "../src/lib/tiles/hex.ts";
import { nextFree, typeDigit } from "../src/lib/tiles/score/entering.ts";
import { keptFor, MOST, remove, Scorekeeping, scorings } from "../src/pages/box/score/scorings.svelte.ts";

describe("entering tiles", () => {
  it("lays them on a board and takes them away", () => {
    const text = lay(emptyBoard([2, 3, 2]), "b2", "9-7-3");
    expect(text).toBe(". . / . 9-7-3 . / . .");
    expect(lay(text, "b2", null)).toBe(emptyBoard([2, 3, 2]));
  });

  it("goes on to the next free place, around the end", () => {
    const places = ["a1", "a2", "b1"].map((name) => ({ name, tile: name === "a2" ? "9-7-3" : null }));
    expect(nextFree(places, "a1")).toBe("b1");
    expect(nextFree(places, "b1")).toBe("a1");
    expect(nextFree(places, "")).toBe("a1");
    expect(nextFree([{ name: "a1", tile: "1-2-3" }], "a1")).toBe("a1");
  });

  it("finds a tile by its digits", () => {
    const tiles = ["1-2-3", "1-2-10", "1-11-3", "9-2-3"];
    expect(typeDigit(tiles, "", "1")).toEqual({ typed: "1", tile: null });
    expect(typeDigit(tiles, "12", "3")).toEqual({ typed: "", tile: "1-2-3" });
    expect(typeDigit(tiles, "1", "1")).toEqual({ typed: "", tile: "1-11-3" });
    expect(typeDigit(tiles, "12", "9")).toEqual({ typed: "", tile: "9-2-3" });
    expect(typeDigit(tiles, "", "7")).toEqual({ typed: "", tile: null });
  });
});

const row = (id: string, cells: string[] = [], args: Record<string, string | number> = {}, points = 0): SheetRow => ({
  what: { id, args },
  points,
  cells,
});

describe("papers", () => {
  it("hold a loot", () => {
    const text = "blue 4, red 1";
    expect(writeLoot(readLoot(text))).toBe(text);
    expect(writeLoot(new Map([["blue", 0]]))).toBe("");
    expect(readLoot("").size).toBe(0);
  });

  it("change kept piles for equal ones", () => {
    const size = (colour: string): number => ({ blue: 3, green: 2, red: 2, pink: 1 })[colour] ?? 0;
    const rows = rowsOf([row("row-count", ["blue"]), row("row-keep", ["green"]), row("row-subtract", ["red", "pink"])])!;
    expect(swapKept(rows, "red", size)).toEqual(["red"]);
    expect(swapKept(rows, "green", size)).toEqual(["red"]);
    expect(swapKept(rows, "blue", size)).toBeNull();
    expect(rowsOf([row("round-cards")])).toBeNull();
  });

  it("hold the hands of the clock, and there is a card for every order", () => {
    const text = "red 12, green 7, blue 5";
    expect(writeHands(readHands(text))).toBe(text);
    expect(CARDS).toHaveLength(6);
    expect(CARDS[0]).toBe("red-green-blue");
  });

  it("hold an accusation, and tell what was found", () => {
    const papers = accusing([{ points: "3" }, { points: "1", limits: 2 }], {
      accuser: 0,
      accused: 1,
      limits: ["X", "0", "3", "3", "5"],
      hidden: ["red"],
      pile: [{ player: 1, colour: "red" }],
    });
    expect(papers[0]).toEqual({ points: "3", limits: 0, accuser: true });
    expect(papers[1]).toEqual({ points: "1", limits: 2, card: "X-0-3-3-5", raisers: ["red"], pile: "2:red", accused: "2" });
    expect(withdrawn(papers)[1]).toEqual({ points: "1", limits: 2 });
    const judged = judgedBy([[], [row("finding"), row("found-guilty", [], { name: "2" }, -2)]], ["Ada", "Bo"]);
    expect([judged?.accused, judged?.guilty, judged?.verdict.args.name]).toEqual([1, true, "Bo"]);
    expect(judgedBy([[]], ["Ada"])).toBeNull();
    expect(withNames([row("points-won"), row("found-innocent", [], { name: "1" })], ["Ada", "Bo"])[1]?.what.args).toEqual({
      name: "Ada",
    });
  });
});

describe("keeping score", () => {
  const game = {
    id: "toy",
    options: [{ name: "rays", default: "none", choices: ["none", "all"], low: 0, high: 0 }],
  } as unknown as GameInfo;
  const entry = {
    asks: [],
    inRounds: true,
    blank: (_: unknown, round: number): Paper => ({ board: ".", round }),
  } as unknown as Entry;
  let sent: ScoreBoards[] = [];
  const answer = ({ boards, before }: ScoreBoards): BoardScores => {
    const points = boards.map(({ board }) => Number(board) || 0);
    const totals = points.map((some, player) => some + (before?.[player] ?? 0));
    return {
      boards: points.map((some) => ({ points: some, rows: [] })),
      totals,
      places: totals.map((one) => 1 + totals.filter((other) => other > one).length),
      next: boards.map(() => ({ kept: true })),
    };
  };
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

  beforeEach(() => {
    for (const { id } of [...scorings.all]) remove(id);
    sent = [];
    vi.spyOn(api, "score").mockImplementation((_, wish) => {
      sent.push(wish);
      return Promise.resolve(answer(wish));
    });
  });

  it("adds up rounds, and keeps what was entered until it is deleted", async () => {
    const keeping = new Scorekeeping(game, entry, null, ["Ada", "Bo"]);
    await settled();
    expect(keptFor("toy")).toEqual([]);
    keeping.enter([{ board: "5" }, { board: "7" }]);
    await settled();
    keeping.nextRound();
    await settled();
    expect(keeping.papers[0]).toEqual({ board: ".", round: 1, kept: true });
    keeping.enter([{ board: "9" }, { board: "1" }]);
    await settled();
    expect([keeping.totals, keeping.places]).toEqual([
      [14, 8],
      [1, 2],
    ]);
    expect(sent.at(-1)!.before).toEqual([5, 7]);
    keeping.show(0);
    keeping.enter([{ board: "5" }, { board: "20" }]); // a correction in an earlier round
    await settled();
    expect([keeping.totals, keeping.places]).toEqual([
      [14, 21],
      [2, 1],
    ]);
    expect(JSON.parse(localStorage.getItem("tablee-scores")!)).toHaveLength(1);
    const again = new Scorekeeping(game, entry, keptFor("toy")[0]!, []);
    expect(again.totals).toEqual([14, 21]);
    remove(keeping.scoring.id);
    expect(keptFor("toy")).toEqual([]);
  });

  it("undoes, adds and removes players, and recounts with other options", async () => {
    const keeping = new Scorekeeping(game, entry, null, ["Ada"]);
    keeping.enter([{ board: "5" }]);
    keeping.addPlayer("Bo");
    await settled();
    expect([keeping.totals, keeping.player]).toEqual([[5, 0], 1]);
    keeping.undo();
    await settled();
    expect([keeping.totals, keeping.player]).toEqual([[5], 0]);
    keeping.addPlayer("Cy");
    keeping.removePlayer(0);
    keeping.choose({ rays: "all" });
    await settled();
    expect([keeping.scoring.names, keeping.totals, sent.at(-1)!.options]).toEqual([["Cy"], [0], { rays: "all" }]);
  });

  it("shows why something cannot be counted, and keeps it", async () => {
    const keeping = new Scorekeeping(game, entry, null, ["Ada"]);
    await settled();
    vi.mocked(api.score).mockRejectedValueOnce(new Refused("refused", { id: "tile-twice", args: {} }, 0, 1));
    keeping.enter([{ board: "x" }]);
    await settled();
    expect([keeping.refusal?.said.id, keeping.refusal?.board, keeping.papers]).toEqual(["tile-twice", 1, [{ board: "x" }]]);
    keeping.enter([{ board: "2" }]);
    await settled();
    expect([keeping.refusal, keeping.totals]).toEqual([null, [2]]);
  });

  it("begins the next round with what was kept in this one as it is now", async () => {
    const keeping = new Scorekeeping(game, entry, null, ["Ada"]);
    await settled();
    keeping.enter([{ board: "5" }]);
    keeping.nextRound(); // the answer is on its way
    expect([keeping.last, keeping.stale.has(0)]).toEqual([0, true]);
    await settled();
    keeping.nextRound();
    expect(keeping.last).toBe(1);
  });

  it("counts the last round last, because its places depend on the points of all", async () => {
    const keeping = new Scorekeeping(game, entry, null, ["Ada", "Bo"]);
    keeping.enter([{ board: "5" }, { board: "7" }]);
    await settled();
    keeping.nextRound();
    await settled();
    vi.mocked(api.score).mockRejectedValueOnce(new Refused("offline", { id: "web-offline", args: {} }));
    keeping.enter([{ board: "1" }, { board: "1" }]);
    await settled();
    keeping.show(0);
    keeping.enter([{ board: "9" }, { board: "7" }]);
    await settled();
    expect([keeping.totals, keeping.places]).toEqual([
      [10, 8],
      [1, 2],
    ]);
  });

  it("deletes nothing by itself, and says what it cannot keep", async () => {
    const one = new Scorekeeping(game, entry, null, ["Ada"]);
    one.enter([{ board: "5" }]);
    const [first] = keptFor("toy");
    scorings.all = Array.from({ length: MOST.scorings }, (_, n) => ({ ...first!, id: `${n}` }));
    const other = new Scorekeeping({ ...game, id: "another" }, entry, null, ["Ada"]);
    expect(other.kept).toBe(true); // nothing was entered yet
    other.enter([{ board: "5" }]);
    expect([other.kept, keptFor("toy").length, keptFor("another").length]).toEqual([false, MOST.scorings, 0]);
    remove("0");
    other.keep();
    expect([other.kept, keptFor("another").length]).toEqual([true, 1]);
    vi.stubGlobal("localStorage", {
      setItem: () => {
        throw new Error("no room");
      },
    });
    other.enter([{ board: "6" }]);
    expect(other.kept).toBe(false);
    vi.unstubAllGlobals();
    await settled();
    expect(other.kept).toBe(true); // stored with its points
  });
});

describe("fields", () => {
  let close = (): void => {};
  afterEach(() => close());

  /** The fields of a game, which change what they are given as the scorer does. Texts are their ids. */
  function open(Fields: Component<EntryProps>, given: Partial<EntryProps>): EntryProps {
    const [words, before] = [new Words("en", new FluentBundle("en")), app.words];
    app.words = words;
    const props = $state({
      ...{ papers: [], at: 0, options: {}, scored: null, names: ["Ada", "Bo"], lit: [], words },
      ...{
        below: createRawSnippet(() => ({ render: () => "<i></i>" })),
        onchange: (papers: Paper[]): void => void Object.assign(props, { papers }),
        onsettle: () => {},
      },
      ...given,
    }) as EntryProps;
    const fields = mount(Fields, { target: document.body, props });
    flushSync();
    close = () => {
      void unmount(fields);
      app.words = before;
    };
    return props;
  }
  const press = (mark: string): void => {
    document.querySelector<HTMLElement>(mark)!.click();
    flushSync();
  };

  it("ask everybody in a tie for their numbers, also when they have decided it", () => {
    const scored: BoardScores = { boards: [], totals: [9, 9], places: [1, 2], next: [] };
    const props = open(loot.default, {
      papers: [
        { loot: "", last: true },
        { loot: "", last: true },
      ],
      scored,
    });
    const asked = (): boolean => document.querySelector(".sum") !== null;
    expect(asked()).toBe(true);
    props.at = 1;
    flushSync();
    expect(asked()).toBe(true);
    props.scored = { ...scored, totals: [9, 8] };
    flushSync();
    expect(asked()).toBe(false);
  });

  it("put every tile of a reserve in a place of its own", () => {
    const options = { board: "orchid", tiles: "suns", scrapyard: "none" };
    const props = open(orchid.default, { papers: [(orchid as unknown as Entry).blank(options, 0)], options });
    const reserve = (): unknown => props.papers[0]!.reserve;
    const [first, second, third] = [...document.querySelectorAll<HTMLElement>("[data-tile]")].map(({ dataset }) => dataset.tile!);
    const chosen = (): string | undefined => document.querySelector<HTMLElement>("[data-cell][aria-pressed=true]")?.dataset.cell;
    press("[data-cell=r2]"); // the first place is empty
    press(`[data-tile="${first}"]`);
    press("[data-cell=r2]");
    press(`[data-tile="${second}"]`);
    expect(reserve()).toEqual([first, second]);
    press("[data-cell=r1]");
    press("header button"); // the second tile moves up
    expect([reserve(), chosen()]).toEqual([[second], "r2"]);
    press(`[data-tile="${third}"]`);
    expect(reserve()).toEqual([second, third]);
  });

  it("let the Tab key reach the tiles of another group", () => {
    const options = { board: "nexus", tiles: "both", scrapyard: "none" };
    open(orchid.default, { papers: [(orchid as unknown as Entry).blank(options, 0)], options });
    document.querySelector<HTMLElement>("[data-tile]")!.focus();
    press(".tops button:last-child");
    expect(document.querySelector("[data-tile][tabindex='0']:not(.aside)")).not.toBeNull();
  });
});
