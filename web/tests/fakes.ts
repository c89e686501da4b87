/** Sockets that are kept, time that is moved by hand, and a table to sit at. */
import type { Mine, SheetRow, Snapshot, TableInfo, Update } from "../src/lib/generated/wire.ts";
import type { Environment } from "../src/lib/net/protocol.ts";

export class FakeSocket {
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
  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  update(update: Omit<Update, "t">): void {
    this.receive({ t: "update", ...update });
  }
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export class FakeEnvironment implements Environment {
  sockets: FakeSocket[] = [];
  urls: string[] = [];
  time = 0;
  private timers: { at: number; then: () => void }[] = [];
  socket = (url: string): WebSocket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    this.urls.push(url);
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
  /** The last socket, opened and told what is on the table. */
  sit(snapshot: Snapshot = SNAPSHOT): FakeSocket {
    this.last.accept();
    this.last.receive(snapshot);
    return this.last;
  }
}

export const row = (id: string, points: number, cells: string[] = []): SheetRow => ({ what: { id, args: {} }, points, cells });

export const INFO: TableInfo = {
  match: "m",
  state: "play",
  game: "take-it-easy",
  options: {},
  series: 1,
  public: false,
  timer: 0,
  seats: [
    { kind: "person", names: ["Ada"], here: true },
    { kind: "person", names: ["Bo"], here: true },
  ],
  host: 0,
  commit: "",
  next: "",
  paused: false,
  practice: false,
  pace: "normal",
  aids: true,
  bag: true,
  fast: false,
  hints: true,
  daily: "",
};
export const MINE: Mine = { own: [], legal: ["a1", "a2"], choice: null, turn: 3, n: 2, todo: null };
const BOARD = "9-7-3 . . / . . . . / . . . . . / . . . . / . . .";
export const SNAPSHOT: Snapshot = {
  t: "snapshot",
  you: 0,
  info: INFO,
  to_act: [0, 1],
  chosen: [],
  count: [0, 2],
  timer: null,
  mine: MINE,
  public: [
    { name: "call", value: "1-2-4", shape: "tile" },
    { name: "calls-left", value: 17 },
    { name: "board", value: BOARD, seat: 0, shape: "hex" },
    { name: "board", value: BOARD, seat: 1, shape: "hex" },
  ],
  sheets: { 0: [row("line", 9), row("line-open", 0, ["a1", "a2", "a3"])], 1: [row("line", 12)] },
  series: null,
  result: null,
  goal: { id: "goal", args: { players: 2, tiles: 19 } },
  scores: null,
};
