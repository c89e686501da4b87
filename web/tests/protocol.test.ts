import { beforeEach, describe, expect, it } from "vitest";
import { Connection, type Ears, type Line, patch, Refused, type Shown, type World } from "../src/lib/protocol.ts";
import type { Mine, Table, TableInfo } from "../src/lib/wire.ts";

class FakeSocket {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** Time that is moved by hand, and sockets that are kept. */
class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  time = 0;
  private timers: { at: number; then: () => void }[] = [];
  socket = (): WebSocket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket as unknown as WebSocket;
  };
  later = (ms: number, then: () => void): (() => void) => {
    const timer = { at: this.time + ms, then };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };
  now = (): number => this.time;
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.time = next.at;
      next.then();
    }
    this.time = end;
  }
  get last(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!;
  }
}

const INFO: TableInfo = {
  match: "m", state: "play", game: "g", options: {}, series: 1, public: false, timer: 0,
  seats: [{ kind: "person", names: ["Ada"] }], host: 0, commit: "", next: "",
};
const MINE: Mine = { own: [], legal: ["a1", "a2"], choice: null, turn: 3, n: 2 };
const TABLE: Table = {
  t: "table", you: 0, info: INFO, public: [{ name: "x", value: 1 }, { name: "y", value: 2 }], to_act: [0], chosen: [],
  count: [0, 1], timer: null, mine: MINE, result: null,
};

let world: FakeWorld;
let lines: Line["at"][];
let seen: Shown | null;
let sheets: unknown[];
let line: Connection;

beforeEach(() => {
  world = new FakeWorld();
  [lines, seen, sheets] = [[], null, []];
  const ears: Ears = { line: (now) => lines.push(now.at), shown: (now) => (seen = now), sheet: (now) => sheets.push(now) };
  line = new Connection("ws://here", "m", "token", "nonce", ears, world);
  line.open();
});

function sit(): FakeSocket {
  world.last.accept();
  world.last.hear(TABLE);
  return world.last;
}

describe("a line", () => {
  it("says hello first, answers pings and reveals its nonce when asked", () => {
    const socket = sit();
    expect(socket.sent[0]).toMatchObject({ t: "hello", match: "m", token: "token" });
    socket.hear({ t: "ping", id: 7 });
    socket.hear({ t: "reveal" });
    expect(socket.sent.slice(1)).toEqual([{ t: "pong", id: 7 }, { t: "reveal", nonce: "nonce" }]);
    expect(lines).toEqual(["open"]);
  });

  it("resends what was not acknowledged, once, after it came back, under the same number and client", async () => {
    const first = sit();
    const done = line.act("a1");
    expect(first.sent[1]).toEqual({ t: "act", cmd: 1, text: "a1", turn: 3 });
    first.end(1006);
    expect(lines).toEqual(["open", "reconnecting"]);
    world.pass(5000);
    expect(world.sockets).toHaveLength(2);
    world.last.accept();
    expect(world.last.sent).toEqual([first.sent[0], first.sent[1]]);
    world.last.hear({ t: "ack", cmd: 1, n: 3 });
    await done;
    world.last.end(1006);
    world.pass(5000);
    world.last.accept();
    expect(world.last.sent).toHaveLength(1);
  });

  it("says which turn an action is for, unless it counts whenever it arrives", () => {
    const socket = sit();
    void line.act("a1");
    void line.act("stop", true);
    expect(socket.sent.slice(1)).toMatchObject([{ text: "a1", turn: 3 }, { text: "stop", turn: null }]);
  });

  it("gives the server's reason for a no", async () => {
    const socket = sit();
    const refused = line.act("b9");
    socket.hear({ t: "no", cmd: 1, code: "refused", message: { id: "cell-taken", args: { cell: "b9" } } });
    await expect(refused).rejects.toMatchObject(new Refused("refused", { id: "cell-taken", args: { cell: "b9" } }));
  });

  it("waits longer from try to try, and not at all when the page wakes up", () => {
    sit().end(1006);
    const before = world.sockets.length;
    for (let n = 0; n < 8; n += 1) {
      world.pass(10_000);
      world.last.end(1006);
    }
    world.pass(1000);
    expect(world.sockets.length).toBe(before + 8); // the last pause is longer than a second
    line.wake();
    expect(world.sockets.length).toBe(before + 9);
  });

  it("gives up a socket that has been silent for long", () => {
    const socket = sit();
    world.pass(20_000);
    expect(world.last).toBe(socket);
    world.pass(30_000);
    expect(world.last).not.toBe(socket);
    expect(lines).toEqual(["open", "reconnecting"]);
  });

  it("after a sleep does not trust its socket", () => {
    const socket = sit();
    world.time += 600_000; // no timer ran meanwhile
    line.wake();
    expect(world.last).not.toBe(socket);
    expect(socket.readyState).toBe(3);
  });

  it("opens a new socket when the network is back", () => {
    sit();
    line.sleep();
    line.wake();
    sit();
    expect(world.sockets).toHaveLength(2);
    expect(lines).toEqual(["open", "offline", "open"]);
  });

  it("tells a restart, a full seat and the end apart", () => {
    sit().end(1012);
    world.pass(5000);
    sit().end(4429);
    world.pass(10_000);
    sit().end(4404);
    world.pass(60_000);
    expect(lines).toEqual(["open", "restarting", "open", "full", "open", "gone"]);
    expect(world.sockets).toHaveLength(3);
  });

  it("does not come back after the server said good-bye", () => {
    const socket = sit();
    socket.hear({ t: "bye", why: "removed" });
    socket.end(4000);
    world.pass(60_000);
    line.wake();
    expect(world.sockets).toHaveLength(1);
    expect(lines).toEqual(["open", "gone"]);
  });

  it("shows patches, information and the result", () => {
    const socket = sit();
    socket.hear({ t: "update", panels: { 1: { name: "y", value: 5 } }, count: [1, 1], mine: { ...MINE, choice: "a1" } });
    expect(seen).toMatchObject({ public: [{ value: 1 }, { value: 5 }], count: [1, 1], mine: { choice: "a1" }, to_act: [0] });
    socket.hear({ t: "info", info: { ...INFO, next: "n" } });
    socket.hear({ t: "over", result: { scores: [7], places: [1], reveal: "", nonces: [] } });
    expect(seen).toMatchObject({ next: "n", over: { scores: [7] }, info: { state: "over" } });
  });

  it("keeps the sheet when what an action would be worth is hidden", () => {
    const socket = sit();
    const sheet = { t: "sheet", seat: 0, rows: [], total: 7, after: "" };
    socket.hear(sheet);
    line.askSheet("a1");
    socket.hear({ t: "no", cmd: null, code: "sheet-hidden", message: { id: "sheet-hidden", args: {} } });
    expect(sheets).toEqual([sheet]);
    socket.hear({ t: "no", cmd: null, code: "not-playing", message: { id: "not-playing", args: {} } });
    expect(sheets).toEqual([sheet, null]);
  });
});

describe("patch", () => {
  it("never changes what was shown before", () => {
    sit();
    const before = structuredClone(seen!);
    const after = patch(seen!, { t: "update", panels: { 0: { name: "x", value: 9 } }, to_act: null });
    expect(seen).toEqual(before);
    expect(after.public[0]).toEqual({ name: "x", value: 9 });
    expect(after.to_act).toBeNull();
    expect(after.chosen).toEqual([]);
  });
});
