/** Deals of the day: one try that counts, whatever clocks, time zones, tabs and storage do, and days in a row. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  beginDeal,
  type BegunDeal,
  counts,
  type DailyGame,
  dealOptions,
  finishDeal,
  keepPar,
  linkTo,
  playedDays,
  playedDeal,
  playedDeals,
  readLink,
  squaresOf,
  stateOf,
  streakOf,
  todayOf,
  weeksOf,
} from "../src/lib/state/daily.ts";
import { dayOf, isDay, later, mondayOf, weekday } from "../src/lib/state/day.ts";

const EASY = "take-it-easy";
const FIRST = "2026-11-18";
const BOTS = { field: "greedy", par: "expert" };
const LIMIT = { first: FIRST, ...BOTS, weekend: { board: "orchid" } };
const GAMES: DailyGame[] = [
  { game: EASY, daily: { first: FIRST, ...BOTS } },
  { game: "take-it-to-the-limit", daily: LIMIT },
];
/** Days after each other; a dot is a day without a deal. */
const days = (from: string, played: string): string[] => [...played].flatMap((mark, n) => (mark === "." ? [] : [later(from, n)]));
const there = async (): Promise<boolean> => true;
let matches = 0;
const create = async (): Promise<string> => `match${++matches}`;
const begin = (day: string, make = create, isThere = there): Promise<BegunDeal> => beginDeal(day, EASY, make, isThere);
/** The device's date, as the page reads it when somebody taps. */
const today = (): string => todayOf(FIRST, dayOf(new Date()));
async function play(day: string, score = 170): Promise<BegunDeal> {
  const begun = await begin(day);
  finishDeal(day, EASY, begun.match, score, [9, 5]);
  return begun;
}

beforeEach(() => {
  localStorage.clear();
  matches = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("one try counts", () => {
  it("goes on with the same match after a reload at any moment, and is practice once it is over", async () => {
    expect(await begin(FIRST)).toEqual({ match: "match1", counts: true });
    expect(await begin(FIRST)).toEqual({ match: "match1", counts: true });
    finishDeal(FIRST, EASY, "match1", 176, [9, 9, 5]);
    finishDeal(FIRST, EASY, "match1", 12, []); // a reload at the end
    expect(playedDeal(FIRST, EASY)).toMatchObject({ score: 176, lines: [9, 9, 5], practice: 0 });
    expect(await begin(FIRST)).toEqual({ match: "match2", counts: false });
    finishDeal(FIRST, EASY, "match2", 300, [9]);
    expect(playedDeal(FIRST, EASY)).toMatchObject({ match: "match1", score: 176, practice: 1 });
    expect(counts(FIRST, EASY, "match1")).toBe(true);
    expect(counts(FIRST, EASY, "match2")).toBe(false);
  });

  it("begins one match if two tabs are tapped at once", async () => {
    let queue: Promise<unknown> = Promise.resolve(); // as a browser does it
    const request = vi.fn(<T>(_: string, what: () => Promise<T>): Promise<T> => {
      const next = queue.then(what);
      queue = next;
      return next;
    });
    vi.stubGlobal("navigator", { ...navigator, locks: { request } });
    const [one, other] = await Promise.all([begin(FIRST), begin(FIRST)]);
    expect([one, other]).toEqual([
      { match: "match1", counts: true },
      { match: "match1", counts: true },
    ]);
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("counts only the first of two if the browser has no locks", async () => {
    vi.stubGlobal("navigator", { ...navigator, locks: undefined });
    const both = await Promise.all([begin(FIRST), begin(FIRST)]);
    expect(both.map((one) => one.counts)).toEqual([true, false]);
    finishDeal(FIRST, EASY, both[1].match, 200, []);
    expect(playedDeal(FIRST, EASY)!.score).toBeUndefined();
    finishDeal(FIRST, EASY, both[0].match, 150, []);
    expect(playedDeal(FIRST, EASY)!.score).toBe(150);
  });

  it("gives another try if the match is gone before it was over, and none if it was over", async () => {
    await begin(FIRST);
    expect(await begin(FIRST, create, async () => false)).toEqual({ match: "match2", counts: true });
    finishDeal(FIRST, EASY, "match1", 300, []); // a tab that still shows the first
    finishDeal(FIRST, EASY, "match2", 140, []);
    expect(playedDeal(FIRST, EASY)!.score).toBe(140);
    expect(await begin(FIRST, create, async () => false)).toMatchObject({ counts: false });
  });

  it("keeps nothing if the match cannot be created", async () => {
    await expect(begin(FIRST, () => Promise.reject(new Error("offline")))).rejects.toThrow("offline");
    expect(playedDeals()).toEqual({});
  });

  it("works until the page is closed where nothing can be stored", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    await play(FIRST, 166);
    expect(playedDeal(FIRST, EASY)!.score).toBe(166);
    expect(await begin(FIRST)).toMatchObject({ counts: false });
    vi.restoreAllMocks();
    keepPar(FIRST, EASY, 160); // there is room again
    expect(JSON.parse(localStorage.getItem("tablee-daily")!)).toMatchObject({ [`${FIRST} ${EASY}`]: { score: 166, par: 160 } });
  });

  it("keeps the deals of another tab", async () => {
    await play(FIRST);
    const other = JSON.parse(localStorage.getItem("tablee-daily")!) as object;
    localStorage.setItem(
      "tablee-daily",
      JSON.stringify({ ...other, "2026-11-19 x": { match: "m", when: 1, practice: 0, score: 3 } }),
    );
    keepPar(FIRST, EASY, 161, 70);
    expect(playedDays(playedDeals())).toEqual(["2026-11-18", "2026-11-19"]);
    expect(playedDeal(FIRST, EASY)).toMatchObject({ par: 161, better: 70 });
  });
});

describe("clocks", () => {
  it("counts a deal for its own day if midnight passes during the game", async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 59, 50) });
    const day = today();
    const { match } = await begin(day);
    vi.setSystemTime(new Date(2026, 10, 21, 0, 4));
    finishDeal(day, EASY, match, 180, []);
    expect(playedDays(playedDeals())).toEqual(["2026-11-20"]);
    expect(streakOf(playedDays(playedDeals()), today())).toMatchObject({ days: 1 });
    expect(await begin(today())).toMatchObject({ counts: true }); // the next day has its own
  });

  it.each([
    ["UTC−12", -12 * 60],
    ["UTC+14", 14 * 60],
  ])("takes the device's own date at %s", (_, offset) => {
    const moment = new Date(Date.UTC(2026, 10, 20, 11, 30));
    const local = new Date(moment.getTime() + offset * 60_000);
    const device = {
      getFullYear: () => local.getUTCFullYear(),
      getMonth: () => local.getUTCMonth(),
      getDate: () => local.getUTCDate(),
    };
    expect(dayOf(device as Date)).toBe(offset < 0 ? "2026-11-19" : "2026-11-21");
  });

  it("loses no day and gains no try on a flight over the date line", async () => {
    for (const day of days("2026-11-18", "xxx")) await play(day); // in Auckland up to the 20th
    expect(streakOf(playedDays(playedDeals()), "2026-11-19")).toMatchObject({ days: 3 }); // in Honolulu it is the 19th again
    expect(await begin("2026-11-19")).toMatchObject({ counts: false });
    await play("2026-11-21");
    expect(streakOf(playedDays(playedDeals()), "2026-11-21")).toMatchObject({ days: 4 });
  });

  it("has as many days in a week in which clocks change as in any other", () => {
    for (const from of ["2027-03-22", "2027-10-25"]) {
      const week = days(from, "xxxxxxx");
      expect(new Set(week).size).toBe(7);
      expect(streakOf(week, week.at(-1)!).days).toBe(7);
    }
    expect(dayOf(new Date(2027, 2, 28, 2, 30))).toBe("2027-03-28");
  });

  it("keeps days and tries if the clock is set back a year, and set right again", async () => {
    for (const day of days("2027-11-15", "xxxx")) await play(day);
    vi.useFakeTimers({ now: new Date(2026, 10, 18, 9) });
    expect(streakOf(playedDays(playedDeals()), today()).days).toBe(4);
    await play(today(), 100); // a deal of a year ago
    expect(streakOf(playedDays(playedDeals()), today()).days).toBe(1);
    vi.setSystemTime(new Date(2027, 10, 18, 9));
    expect(streakOf(playedDays(playedDeals()), today()).days).toBe(4);
    expect(await begin(today())).toMatchObject({ counts: false });
  });

  it("offers the first day if the clock is behind it", () => {
    expect(todayOf(FIRST, "2025-11-18")).toBe(FIRST);
    expect(todayOf(FIRST, "2026-11-19")).toBe("2026-11-19");
  });

  it("survives days that were played when the clock was ahead", () => {
    const played = [...days("2026-11-18", "xxx"), ...days("2028-01-01", "xx")];
    expect(streakOf(played, "2026-11-20").days).toBe(3);
    expect(streakOf(played, "2026-11-21").days).toBe(3); // today is still open
  });

  it("counts a week without a network", async () => {
    for (const day of days("2026-11-23", "xxxxxxx")) await play(day); // each is stored on the device
    expect(streakOf(playedDays(playedDeals()), "2026-11-30").days).toBe(7);
  });
});

describe("days in a row", () => {
  it.each([
    ["nothing yet", "", "2026-11-18", 0],
    ["the first", "x", "2026-11-18", 1],
    ["today is open", "xx", "2026-11-20", 2],
    ["a day off in the middle of the week", "xx.xx", "2026-11-22", 4],
    ["yesterday was a day off", "xx", "2026-11-21", 2],
    ["two days off in one week", "x..x", "2026-11-21", 1],
    ["the second day off was yesterday", "x.x", "2026-11-22", 0],
    ["a Sunday and the Monday after it", "xxxx..x", "2026-11-24", 5],
    ["a Sunday, a Monday and a Wednesday", "xxxx..x.x", "2026-11-26", 1],
    ["a long break", "xxxx.......xx", "2026-11-30", 2],
    ["after a long break, not begun again", "xxxx", "2026-12-24", 0],
  ])("%s", (_, played, now, expected) => {
    expect(streakOf(days(FIRST, played), now).days).toBe(expected);
  });

  it("names the days off that belong to them", () => {
    const played = days("2026-11-02", "xxxxxx.xxxxxxxxx");
    expect(streakOf(played, "2026-11-17")).toEqual({ days: 15, rest: new Set(["2026-11-08"]) });
  });

  it("counts a deal that is played later", () => {
    expect(streakOf([...days(FIRST, "x..x"), "2026-11-19"].sort(), "2026-11-21").days).toBe(3);
  });

  it("ignores what is no deal", () => {
    expect(playedDays({ "nonsense x": { match: "m", when: 0, practice: 0, score: 1 } })).toEqual([]);
  });
});

describe("the calendar", () => {
  it("has whole weeks, and none before the first day", () => {
    expect(weeksOf("2026-11-18", FIRST, 3)).toEqual([days("2026-11-16", "xxxxxxx")]);
    expect(weeksOf("2026-12-09", FIRST, 3).map((week) => week[0])).toEqual(["2026-11-23", "2026-11-30", "2026-12-07"]);
  });

  it("tells played, rest, open and coming days apart", () => {
    const [played, rest] = [new Set(["2026-11-18"]), new Set(["2026-11-19"])];
    const states = days(FIRST, "xxxx").map((day) => stateOf(day, "2026-11-20", played, rest));
    expect(states).toEqual(["played", "rest", "open", "ahead"]);
  });

  it("knows weekdays and dates", () => {
    expect(days("2026-11-16", "xxxxxxx").map(weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(mondayOf("2026-11-22")).toBe("2026-11-16");
    expect(["2026-11-18", "2026-02-29", "2028-02-29", "2026-11-31", "18.11.2026"].map(isDay)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ]);
  });

  it("plays the Orchid at the weekend", () => {
    expect(days("2026-11-19", "xxxxx").map((day) => dealOptions(LIMIT, day))).toEqual([
      {},
      {},
      { board: "orchid" },
      { board: "orchid" },
      {},
    ]);
  });
});

describe("links and squares", () => {
  it("reads what it writes, and refuses anything else", () => {
    for (const { game } of GAMES) expect(readLink(linkTo("2026-11-20", game, GAMES), GAMES)).toEqual({ day: "2026-11-20", game });
    expect(linkTo("2026-11-20", EASY, GAMES)).toBe("daily=2026-11-20");
    for (const bad of ["daily", "daily=2026-11-17", "daily=2026-13-01", "daily=2026-11-20,limits", "daily=x"])
      expect(readLink(bad, GAMES)).toBeNull();
  });

  it("has one square a line", () => {
    expect(squaresOf([9, 5, 1, 0])).toBe("🟨🟩⬜⬜");
  });
});
