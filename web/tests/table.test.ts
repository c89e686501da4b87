import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import easy from "../../src/tablee/games/take_it_easy/strings.en.ftl?raw";
import table from "../../src/tablee/strings.en.ftl?raw";
import { isScene } from "../src/games/manifest.ts";
import type { Snapshot } from "../src/lib/generated/wire.ts";
import { app } from "../src/lib/state/app.svelte.ts";
import { standing, totals } from "../src/lib/state/series.ts";
import { TableStore } from "../src/lib/state/table.svelte.ts";
import { speak, type Words } from "../src/lib/state/words.ts";
import Bar from "../src/pages/table/Bar.svelte";
import Play from "../src/pages/table/Play.svelte";
import { FakeEnvironment, type FakeSocket, INFO, MINE, row, SNAPSHOT } from "./fakes.ts";

const HELD = { match: "m", seat: 0, token: "token", nonce: "nonce" };
let environment: FakeEnvironment;
let store: TableStore;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  environment = new FakeEnvironment();
  store = new TableStore("m", HELD, isScene, environment);
  stop = store.open();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const sent = (t: string): Record<string, unknown>[] => environment.last.sent.filter((message) => message.t === t);

describe("signs", () => {
  it("are shown for a while, the latest of each seat", () => {
    const socket = environment.sit();
    socket.update({ reactions: [{ seat: 1, sign: "wow" }] });
    socket.update({
      reactions: [
        { seat: 1, sign: "bravo" },
        { seat: 0, sign: "hello" },
      ],
    });
    expect(store.signs.shown.map(({ seat, sign }) => [seat, sign])).toEqual([
      [1, "bravo"],
      [0, "hello"],
    ]);
    vi.advanceTimersByTime(3000);
    expect(store.signs.shown).toEqual([]);
  });

  it("wait until a scene has been told, which they could give away", () => {
    const socket = environment.sit({ ...SNAPSHOT, info: { ...INFO, game: "limits" } });
    socket.update({ events: [{ id: "guilty", args: { seat: 0, other: 1 } }] });
    expect(store.scene).not.toBeNull();
    socket.update({ reactions: [{ seat: 1, sign: "ouch" }] });
    expect(store.signs.shown).toEqual([]);
    store.endScene();
    expect(store.signs.shown.map(({ sign }) => sign)).toEqual(["ouch"]);
  });
});

describe("a table", () => {
  it("has a socket of its own", () => {
    expect(environment.urls[0]).toBe("m");
  });

  it("shows a tap at once, and takes its mark away with the news that follows", () => {
    const socket = environment.sit();
    store.act("a1");
    expect(store.pending).toBe("a1");
    socket.update({ count: [1, 2] });
    expect(store.pending).toBe("a1");
    socket.update({ answers: [{ cmd: 1, n: 3 }], mine: { ...MINE, choice: "a1", n: 3 } });
    expect([store.pending, store.shown!.mine!.choice]).toEqual([null, "a1"]);
  });

  it("sends two taps once, and another tap as another choice", () => {
    const socket = environment.sit();
    for (const text of ["a1", "a1", "a2", "a1"]) store.act(text);
    expect(sent("act").map(({ text }) => text)).toEqual(["a1", "a2", "a1"]);
    socket.update({ answers: [{ cmd: 1, n: 3 }], mine: { ...MINE, choice: "a1" } }); // of the first, not of the last
    expect(store.pending).toBe("a1");
    socket.update({ answers: [{ cmd: 2, n: 4 }], mine: { ...MINE, choice: "a2" } });
    expect(store.pending).toBe("a1"); // so the mark does not jump to a2 and back
    socket.update({ answers: [{ cmd: 3, n: 5 }], mine: { ...MINE, choice: "a1" } });
    expect(store.pending).toBeNull();
  });

  it("gives the reason for the last tap alone, and none for one that was stale", () => {
    const socket = environment.sit();
    const no = (cmd: number, code: "refused" | "stale") =>
      socket.update({ answers: [{ cmd, code, message: { id: code, args: {} } }] });
    store.act("b1");
    store.act("b2");
    no(1, "refused");
    expect([store.refusal, store.pending]).toEqual([null, "b2"]);
    no(2, "refused");
    expect([store.refusal?.code, store.pending]).toEqual(["refused", null]);
    store.act("b3");
    expect(store.refusal).toBeNull();
    no(3, "stale");
    expect([store.refusal, store.pending]).toEqual([null, null]);
  });

  it("forgets at the end of a game why a tap was refused", () => {
    const result = { scores: [9, 12], places: [2, 1], reveal: "", nonces: [], hints: 0, digest: "" };
    const late = (cmd: number) => ({ cmd, code: "too-late" as const, message: { id: "too-late", args: {} } });
    const socket = environment.sit();
    store.act("a1");
    socket.update({ answers: [late(1)] });
    expect(store.refusal?.code).toBe("too-late");
    store.act("a2"); // on its way when the game ends
    socket.update({ answers: [late(2)], result });
    expect(store.refusal).toBeNull();
    store.act("a1");
    socket.update({ answers: [late(3)] });
    expect(store.refusal).toBeNull();
  });

  it("says nothing about a tap that a scene answers", () => {
    const socket = environment.sit({ ...SNAPSHOT, info: { ...INFO, game: "ultim-limit" } });
    store.act("stop");
    socket.update({
      answers: [{ cmd: 1, code: "too-late", message: { id: "too-late", args: {} } }],
      events: [{ id: "sand", args: { seat: 0, cards: 2 } }],
    });
    expect([store.scene?.length, store.refusal]).toEqual([1, null]);
  });

  it("keeps the mark over a break, and sends the tap again", () => {
    environment.sit().end(1006);
    store.act("a1");
    environment.pass(5000);
    const socket = environment.sit();
    expect([store.pending, sent("act").length]).toEqual(["a1", 1]);
    socket.update({ answers: [{ cmd: 1, n: 3 }], mine: { ...MINE, choice: "a1" } });
    expect(store.pending).toBeNull();
  });

  it("has its sheet without asking, and asks only what an action would be worth", () => {
    const socket = environment.sit();
    expect(store.sheet).toMatchObject({ total: 9 });
    socket.update({ rows: { 0: { 1: row("line", 27, ["a1"]) } }, panels: { 1: { name: "calls-left", value: 16 } } });
    expect(store.sheet).toMatchObject({ total: 36 });
    expect(sent("sheet")).toEqual([]);
    store.weigh("a1");
    store.weigh("a2");
    vi.advanceTimersByTime(100);
    expect(sent("sheet")).toMatchObject([{ after: "a2" }]);
    socket.receive({ t: "sheet", cmd: 1, seat: 0, rows: [row("line", 40)], after: "a2" });
    expect(store.weighed).toMatchObject({ total: 40 });
  });

  it("forgets what an action would be worth when the table has changed, but not for a choice", () => {
    const socket = environment.sit();
    const weigh = (): void => {
      store.weigh("a1");
      vi.advanceTimersByTime(100);
      socket.receive({ t: "sheet", cmd: sent("sheet").at(-1)!.cmd, seat: 0, rows: [row("line", 40)], after: "a1" });
      expect(store.weighed?.total).toBe(40);
    };
    weigh();
    socket.update({ mine: { ...MINE, choice: "a1", n: 3 }, chosen: [0], count: [1, 2] });
    expect(store.weighed?.total).toBe(40);
    for (const change of [
      { mine: { ...MINE, turn: 4 } },
      { panels: { 1: { name: "calls-left", value: 15 } } },
      { rows: { 0: { 0: row("line", 1) } } },
    ]) {
      weigh();
      socket.update(change);
      expect(store.weighed).toBeNull();
    }
  });

  it("does not show what an action was worth before, and nothing if that is hidden", () => {
    const socket = environment.sit();
    store.weigh("a1");
    vi.advanceTimersByTime(100);
    socket.update({ mine: { ...MINE, turn: 4 } });
    store.weigh("a1"); // again, after the news
    vi.advanceTimersByTime(100);
    socket.receive({ t: "sheet", cmd: 1, seat: 0, rows: [row("line", 1)], after: "a1" });
    expect(store.weighed).toBeNull();
    socket.receive({ t: "sheet", cmd: 2, seat: 0, rows: null, after: "a1" });
    expect(store.weighed).toBeNull();
  });

  it("knows whose sheets can be seen, and that one's own may be hidden", () => {
    const socket = environment.sit();
    expect([store.sheetSeats, store.sheetSeat]).toEqual([[0, 1], 0]);
    store.lookAt(1);
    expect([store.sheetSeat, store.lookedAt?.total, sent("sheet").length]).toEqual([1, 12, 0]);
    socket.update({ rows: { 1: { 0: row("line", 20) } } });
    expect([store.lookedAt?.total, store.sheet?.total]).toEqual([20, 9]);
    socket.receive({ ...SNAPSHOT, sheets: {} });
    expect([store.sheetSeats, store.sheetSeat, store.sheet, store.lookedAt]).toEqual([[], null, null, null]);
  });

  it("asks for the sheets of others in a big room, and again when the table has changed", () => {
    const socket = environment.sit({ ...SNAPSHOT, to_act: null, chosen: null, sheets: { 0: [row("line", 9)] } });
    expect([store.sheetSeats, store.sheetSeat]).toEqual([[0, 1], 0]);
    store.lookAt(1);
    expect(sent("sheet")).toEqual([{ t: "sheet", cmd: 1, seat: 1 }]);
    expect(store.lookedAt).toBeUndefined();
    socket.receive({ t: "sheet", cmd: 1, seat: 1, rows: null, after: "" });
    expect(store.lookedAt).toBeNull();
    socket.update({ count: [1, 2] });
    expect(sent("sheet")).toHaveLength(1);
    socket.update({ panels: { 1: { name: "calls-left", value: 16 } } });
    socket.receive({ t: "sheet", cmd: 2, seat: 1, rows: [row("line", 4)], after: "" });
    expect(store.lookedAt).toMatchObject({ total: 4 });
  });
});

it("adds up a series; equals share a place", () => {
  const series = {
    game: 3,
    scores: [
      [10, 20, 5],
      [15, 5, 5],
    ],
    waiting: true,
  };
  expect(standing(totals(series))).toEqual({ scores: [25, 25, 10], places: [1, 1, 3] });
  expect(totals({ ...series, scores: [] })).toEqual([]);
});

describe("the page of a table", { timeout: 20_000 }, () => {
  let close: () => void = () => {};
  let socket: FakeSocket;
  const pressed: string[] = [];
  const find = (mark: string): HTMLElement | null => document.querySelector<HTMLElement>(mark);
  const button = (text: string): HTMLElement | undefined =>
    [...document.querySelectorAll("button")].find((one) => one.textContent?.includes(text));
  const offered = (): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLElement>("[data-action]")].map((one) => one.dataset.action);
  const text = (mark: string): string => find(mark)?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  const click = (of: Element | null | undefined): void => {
    of!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };
  const update = (...parts: Parameters<FakeSocket["update"]>): void => {
    socket.update(...parts);
    flushSync();
  };

  /** At the table, as its host or not. */
  async function sit(snapshot: Snapshot, host = true): Promise<void> {
    vi.useRealTimers();
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(new Response(url.includes("/games/") ? easy : table)));
    await new Promise<void>((ready) => {
      app.speak("en");
      const wait = (): void => void (app.ready ? ready() : setTimeout(wait, 5));
      wait();
    });
    const ours = await new Promise<Words>((ready) => speak("en", "take-it-easy", ready, "table"));
    socket = environment.sit(snapshot);
    pressed.length = 0;
    const bar = mount(Bar, {
      target: document.body,
      props: { store, held: HELD, game: "take-it-easy", onleave: null, onpause: host ? () => pressed.push("pause") : null },
    });
    const play = mount(Play, {
      target: document.body,
      props: { store, ours, held: HELD, onagain: null, onnext: () => pressed.push("next") },
    });
    close = () => {
      void unmount(bar);
      void unmount(play);
    };
    await vi.waitFor(() => expect(find("[data-cell]")).not.toBeNull(), 10_000);
    flushSync();
  }
  afterEach(() => {
    close();
    vi.unstubAllGlobals();
  });

  it("marks a tap in the same task", async () => {
    await sit(SNAPSHOT);
    find("[data-cell=a2]")!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await Promise.resolve();
    expect(find("[data-cell=a2]")!.getAttribute("aria-pressed")).toBe("true");
    expect(sent("act")).toMatchObject([{ text: "a2" }]);
  });

  it("offers nothing while the match is paused, and lets the host resume it", async () => {
    await sit(SNAPSHOT);
    expect([offered(), find("[data-asked]") !== null, text(".state")]).toEqual([["a1", "a2"], true, ""]);
    update({ info: { ...INFO, paused: true } });
    expect([offered(), find("[data-asked]")]).toEqual([[], null]);
    expect(text(".state")).toBe("Paused Resume");
    click(find("[data-cell=a2]"));
    expect(sent("act")).toEqual([]);
    click(button("Resume"));
    expect(pressed).toEqual(["pause"]);
    environment.time = performance.now();
    update({ info: INFO, timer: 9000 });
    expect([offered(), text(".state"), text("[role=timer]")]).toEqual([["a1", "a2"], "", "9"]);
  });

  it("tells others that it is paused, without a button", async () => {
    await sit({ ...SNAPSHOT, timer: 9000, info: { ...INFO, paused: true, host: 1 } }, false);
    expect(text(".state")).toBe("Paused Waiting for the host to resume.");
    expect([button("Resume"), find("[role=timer]")]).toEqual([undefined, null]);
    click(find("[aria-label=Settings]"));
    expect(button("Pause the match")).toBeUndefined();
  });

  it("lets the host pause from the settings, which close", async () => {
    await sit(SNAPSHOT);
    click(find("[aria-label=Settings]"));
    await vi.waitFor(() => expect(button("Pause the match")).toBeDefined(), 10_000);
    click(button("Pause the match"));
    expect([pressed, find("dialog")]).toEqual([["pause"], null]);
  });

  it("counts the games of a series, and keeps the finished board with its scores until the next", async () => {
    const info = { ...INFO, series: 3 };
    await sit({ ...SNAPSHOT, info, series: { game: 2, scores: [[60, 50]], waiting: false } });
    expect(text(".game-number")).toBe("Game 2 of 3");
    expect([...document.querySelectorAll(".head li b")].map((one) => one.textContent)).toEqual([
      "Total so far60",
      "Total so far50",
    ]);
    update({
      series: {
        game: 2,
        scores: [
          [60, 50],
          [40, 70],
        ],
        waiting: true,
      },
      to_act: [],
      mine: { ...MINE, legal: [] },
    });
    expect(text(".status")).toBe("Waiting for the next game");
    expect([find(".result"), text(".head li b")]).toEqual([null, "Total so far60"]); // nothing is told before the count
    await vi.waitFor(() => expect(find("[data-count]")).not.toBeNull(), 5000);
    click(find("[data-count] .primary"));
    await vi.waitFor(() => expect(text(".result h2")).toBe("Game 2 of 3 is over"));
    const rows = [...document.querySelectorAll(".result li")].map((one) => one.textContent!.replace(/\s+/g, " ").trim());
    expect(rows).toEqual(["1 Bo Last game+70 Total so far120", "2 You Last game+40 Total so far100"]);
    expect(find("[data-cell=a1]")!.getAttribute("aria-label")).toContain("9-7-3"); // the board is still there
    expect([find("[data-over]"), offered(), document.body.textContent!.includes("Called tile")]).toEqual([null, [], false]);
    click(find("[data-cell=b1]"));
    expect(sent("act")).toEqual([]);
    click(button("Next game"));
    expect(pressed).toEqual(["next"]);
    update({
      series: {
        game: 3,
        scores: [
          [60, 50],
          [40, 70],
        ],
        waiting: false,
      },
      to_act: [0, 1],
      mine: { ...MINE, turn: 4 },
    });
    expect([find(".result"), text(".game-number"), offered()]).toEqual([null, "Game 3 of 3", ["a1", "a2"]]);
  });

  it("shows the sheet of another seat, whose cells are not those of one's own board", async () => {
    await sit({ ...SNAPSHOT, sheets: { 0: [row("line", 9, ["a1"])], 1: [row("line", 12, ["b1"])] } });
    const select = find("aside select") as HTMLSelectElement;
    expect([...select.options].map((option) => option.textContent)).toEqual(["You", "Bo"]);
    expect([text("aside output"), find("aside li button") !== null]).toEqual(["9", true]);
    select.value = "1";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    flushSync();
    expect([text("aside output"), find("aside li button")]).toEqual(["12", null]);
  });

  it("shows no sheet while all are hidden", async () => {
    await sit({ ...SNAPSHOT, sheets: {} });
    expect(find("aside output")).toBeNull();
  });
});
