import { beforeEach, describe, expect, it } from "vitest";
import { Close } from "../src/lib/generated/reasons.ts";
import type { Reaction, Sentence, SheetRow } from "../src/lib/generated/wire.ts";
import { Connection, type ConnectionState, patch, type Shown } from "../src/lib/net/protocol.ts";
import type { Refused } from "../src/lib/net/refused.ts";
import { FakeEnvironment, INFO, MINE, row, SNAPSHOT } from "./fakes.ts";

let environment: FakeEnvironment;
let states: ConnectionState["at"][];
let reports: { shown: Shown; events: Sentence[] }[];
let answers: [text: string, refusal: Refused | null][];
let reactions: Reaction[];
let connection: Connection;

beforeEach(() => {
  environment = new FakeEnvironment();
  [states, reports, answers, reactions] = [[], [], [], []];
  const listener = {
    state: (state: ConnectionState) => states.push(state.at),
    shown: (shown: Shown, events: Sentence[]) => reports.push({ shown, events }),
    reaction: (reaction: Reaction) => reactions.push(reaction),
  };
  connection = new Connection("ws://here/api/socket/m", "token", "nonce", listener, environment);
  connection.open();
});

const shown = (): Shown => reports.at(-1)!.shown;
const act = (text: string, whenever = false): void => connection.act(text, whenever, (refusal) => answers.push([text, refusal]));

describe("a connection", () => {
  it("says hello first, answers pings and reveals its nonce when asked", () => {
    const socket = environment.sit();
    expect(socket.sent[0]).toEqual({ t: "hello", client: expect.any(String), token: "token" });
    socket.receive({ t: "ping", id: 7 });
    socket.receive({ t: "reveal" });
    expect(socket.sent.slice(1)).toEqual([
      { t: "pong", id: 7 },
      { t: "reveal", nonce: "nonce" },
    ]);
    expect(states).toEqual(["open"]);
  });

  it("sends a sign at once or never, and reports those of others", () => {
    connection.react("wow");
    const socket = environment.sit();
    connection.react("bravo");
    expect(socket.sent.filter(({ t }) => t === "react")).toEqual([{ t: "react", sign: "bravo" }]);
    socket.update({ reactions: [{ seat: 1, sign: "laugh" }] });
    expect(reactions).toEqual([{ seat: 1, sign: "laugh" }]);
  });

  it("reports an answer and everything that follows from it once, from one message", () => {
    const socket = environment.sit();
    act("a1");
    const order: string[] = [];
    connection.act("a2", false, () => order.push(`answer, choice ${connection.shown!.mine!.choice}`));
    reports = [];
    socket.update({
      answers: [
        { cmd: 1, n: 3 },
        { cmd: 2, n: 4 },
      ],
      events: [{ id: "has-chosen", args: { seat: 0 } }],
      panels: { 1: { name: "calls-left", value: 16 } },
      chosen: [0],
      count: [1, 2],
      timer: 5000,
      mine: { ...MINE, choice: "a2", n: 4 },
      rows: { 0: { 1: row("line", 27, ["a1"]) } },
    });
    expect(answers).toEqual([["a1", null]]);
    expect(order).toEqual(["answer, choice a2"]); // what is shown is the newest already
    expect(reports).toHaveLength(1);
    expect(reports[0]!.events).toEqual([{ id: "has-chosen", args: { seat: 0 } }]);
    expect(shown()).toMatchObject({
      chosen: [0],
      count: [1, 2],
      timer: 5000,
      mine: { choice: "a2" },
      sheets: { 0: [{ points: 9 }, { points: 27 }] },
    });
    expect(shown().public[1]!.value).toBe(16);
    expect(socket.sent.filter(({ t }) => t === "sheet")).toEqual([]); // nothing is asked for
  });

  it("gives the server's reason for a refusal, and goes on", () => {
    const socket = environment.sit();
    act("b9");
    act("a1");
    socket.update({ answers: [{ cmd: 1, code: "refused", message: { id: "cell-taken", args: { cell: "b9" } } }] });
    expect(answers).toMatchObject([["b9", { code: "refused", said: { id: "cell-taken", args: { cell: "b9" } } }]]);
    socket.receive({ t: "no", cmd: 2, code: "slow-down", message: { id: "slow-down", args: {} } });
    expect(answers[1]).toMatchObject(["a1", { code: "slow-down" }]);
    socket.receive({ t: "no", cmd: null, code: "bad-message", message: { id: "bad-message", args: {} } });
    expect(answers).toHaveLength(2);
  });

  it("resends what was not answered, once, after it came back, under the same number and client", () => {
    const first = environment.sit();
    act("a1");
    expect(first.sent[1]).toEqual({ t: "act", cmd: 1, text: "a1", turn: 3 });
    first.end(1006);
    act("a2"); // meanwhile
    expect(states).toEqual(["open", "reconnecting"]);
    environment.pass(5000);
    expect(environment.sockets).toHaveLength(2);
    environment.last.accept();
    expect(environment.last.sent).toEqual([first.sent[0], first.sent[1], { t: "act", cmd: 2, text: "a2", turn: 3 }]);
    environment.last.receive(SNAPSHOT);
    environment.last.update({ answers: [{ cmd: 1, n: 3 }] });
    expect(answers).toEqual([["a1", null]]);
    environment.last.end(1006);
    environment.pass(5000);
    environment.last.accept();
    expect(environment.last.sent.slice(1)).toMatchObject([{ cmd: 2 }]);
    environment.last.update({
      answers: [
        { cmd: 1, n: 3 },
        { cmd: 2, n: 4 },
      ],
    }); // even before a snapshot
    expect(answers).toEqual([
      ["a1", null],
      ["a2", null],
    ]);
  });

  it("says which turn an action is for, unless it counts whenever it arrives", () => {
    const socket = environment.sit();
    act("a1");
    act("stop", true);
    expect(socket.sent.slice(1)).toMatchObject([
      { text: "a1", turn: 3 },
      { text: "stop", turn: null },
    ]);
  });

  it("asks for sheets by number: of others, and as they would be; some are hidden", () => {
    const socket = environment.sit();
    const came: [string, SheetRow[] | null][] = [];
    connection.askSheet({ seat: 7 }, (rows) => came.push(["other", rows]));
    connection.askSheet({ after: "a1" }, (rows) => came.push(["after", rows]));
    connection.askSheet({ after: "a2" }, (rows) => came.push(["no", rows]));
    expect(socket.sent.slice(1)).toEqual([
      { t: "sheet", cmd: 1, seat: 7 },
      { t: "sheet", cmd: 2, after: "a1" },
      { t: "sheet", cmd: 3, after: "a2" },
    ]);
    socket.receive({ t: "sheet", cmd: 2, seat: 0, rows: [row("line", 5)], after: "a1" });
    socket.receive({ t: "sheet", cmd: 1, seat: 7, rows: null, after: "" });
    socket.receive({ t: "no", cmd: 3, code: "slow-down", message: { id: "slow-down", args: {} } });
    expect(came).toEqual([
      ["after", [row("line", 5)]],
      ["other", null],
      ["no", null],
    ]);
    socket.receive({ t: "sheet", cmd: 2, seat: 0, rows: [], after: "a1" });
    expect(came).toHaveLength(3);
  });

  it("does not ask for a sheet again after a break: what is shown may be new", () => {
    const socket = environment.sit();
    connection.askSheet({ after: "a1" }, () => expect.unreachable());
    socket.end(1006);
    connection.askSheet({ after: "a1" }, () => expect.unreachable());
    environment.pass(5000);
    expect(environment.sit().sent).toHaveLength(1);
    environment.last.receive({ t: "sheet", cmd: 1, seat: 0, rows: [], after: "a1" });
    act("a1");
    expect(environment.last.sent[1]).toMatchObject({ t: "act", cmd: 2 });
  });

  it("waits longer from try to try, and not at all when the page wakes up", () => {
    environment.sit().end(1006);
    const before = environment.sockets.length;
    for (let n = 0; n < 8; n += 1) {
      environment.pass(10_000);
      environment.last.end(1006);
    }
    environment.pass(1000);
    expect(environment.sockets.length).toBe(before + 8); // the last pause is longer than a second
    connection.wake();
    expect(environment.sockets.length).toBe(before + 9);
  });

  it("gives up a socket that has been silent for long", () => {
    const socket = environment.sit();
    environment.pass(20_000);
    expect(environment.last).toBe(socket);
    environment.pass(30_000);
    expect(environment.last).not.toBe(socket);
    expect(states).toEqual(["open", "reconnecting"]);
  });

  it("after a sleep does not trust its socket", () => {
    const socket = environment.sit();
    environment.time += 600_000; // no timer ran meanwhile
    connection.wake();
    expect(environment.last).not.toBe(socket);
    expect(socket.readyState).toBe(3);
  });

  it("opens a new socket when the network is back", () => {
    environment.sit();
    connection.goOffline();
    connection.wake();
    environment.sit();
    expect(environment.sockets).toHaveLength(2);
    expect(states).toEqual(["open", "offline", "open"]);
  });

  it("tells a restart, a full seat and the end apart", () => {
    environment.sit().end(Close.RESTART);
    environment.pass(5000);
    environment.sit().end(Close.TOO_MANY);
    environment.pass(10_000);
    environment.sit().end(Close.TRY_AGAIN);
    environment.pass(5000);
    environment.sit().end(Close.NO_MATCH);
    environment.pass(60_000);
    expect(states).toEqual(["open", "restarting", "open", "full", "open", "reconnecting", "open", "gone"]);
    expect(environment.sockets).toHaveLength(4);
  });

  it("says that the tables cannot be reached until they can", () => {
    const away = { t: "no", cmd: null, code: "try-again", message: { id: "tables-away", args: {} } } as const;
    environment.sit().end(Close.TRY_AGAIN);
    for (let attempt = 0; attempt < 3; attempt++) {
      environment.pass(5000);
      environment.last.accept();
      environment.last.receive(away);
      environment.last.end(Close.TRY_AGAIN);
    }
    environment.pass(5000);
    environment.sit();
    expect(states).toEqual(["open", "reconnecting", "away", "open"]);
  });

  it("comes back ever more slowly to a server that shows the table and closes at once", () => {
    const until = environment.time + 60_000;
    while (environment.time < until) {
      const count = environment.sockets.length;
      environment.sit().end(Close.TRY_AGAIN);
      while (environment.sockets.length === count) environment.pass(50);
    }
    expect(environment.sockets.length).toBeLessThan(30);
    environment.sit();
    environment.pass(6000); // a good connection
    const count = environment.sockets.length;
    environment.last.end(Close.TRY_AGAIN);
    environment.pass(200);
    expect(environment.sockets).toHaveLength(count + 1);
  });

  it("does not come back after the server said good-bye", () => {
    const socket = environment.sit();
    socket.receive({ t: "bye", why: "removed" });
    socket.end(Close.TRY_AGAIN);
    environment.pass(60_000);
    connection.wake();
    expect(environment.sockets).toHaveLength(1);
    expect(states).toEqual(["open", "gone"]);
  });
});

describe("an update", () => {
  const after = (...updates: Parameters<typeof patch>[1][]): Shown =>
    updates.reduce((now, update) => patch(now, update, 500), start);
  let start: Shown;
  beforeEach(() => {
    environment.sit();
    start = shown();
  });

  it("never changes what was shown before, and keeps what it does not mention", () => {
    const before = structuredClone(start);
    const now = after({
      t: "update",
      panels: { 0: { name: "call", value: "9-6-8" } },
      to_act: null,
      rows: { 1: { 0: row("line", 1) } },
      sheets: { 0: [] },
      next: "n",
    });
    expect(start).toEqual(before);
    expect(now.public[0]).toEqual({ name: "call", value: "9-6-8" });
    expect([now.to_act, now.chosen, now.info.next]).toEqual([null, [], "n"]);
    const same = after({ t: "update" });
    for (const part of ["info", "public", "mine", "sheets"] as const) expect(same[part]).toBe(start[part]);
  });

  it("replaces whole sheets by seat, and rows by their place", () => {
    const now = after({
      t: "update",
      sheets: { 1: [row("line", 1), row("line", 2)] },
      rows: { 0: { 1: row("line", 27) }, 1: { 0: row("line", 3) } },
    });
    expect(now.sheets).toEqual({ 0: [start.sheets[0]![0], row("line", 27)], 1: [row("line", 3), row("line", 2)] });
    const others = after({ t: "update", rows: { 1: { 0: row("line", 15) } } });
    expect(others.sheets[0]).toBe(start.sheets[0]);
  });

  it("takes the time a timer was told, even if it is the same again", () => {
    expect(after({ t: "update", timer: 9000 })).toMatchObject({ timer: 9000, timerAt: 500 });
    expect(after({ t: "update", count: [1, 2] })).toMatchObject({ timer: null, timerAt: 0 });
    expect(after({ t: "update", timer: 9000 }, { t: "update", timer: null }).timer).toBeNull();
  });

  it("brings pauses, series, who is here, the result and the rematch", () => {
    expect(after({ t: "update", info: { ...INFO, paused: true } }).info.paused).toBe(true);
    expect(after({ t: "update", series: { game: 1, scores: [[3, 4]], waiting: true } }).series?.waiting).toBe(true);
    expect(after({ t: "update", here: { here: 412, state: "over" } })).toMatchObject({
      here: 412,
      info: { state: "over", game: INFO.game },
    });
    const result = { scores: [7, 8], places: [2, 1], reveal: "", nonces: [], hints: 0, digest: "" };
    expect(after({ t: "update", result }, { t: "update", next: "n" })).toMatchObject({
      result,
      info: { state: "over", next: "n" },
    });
  });
});
