/** The line to one table: a socket that comes back by itself, commands that are applied once, and what the seat may see. */
import type { Act, Command, FromServer, Mine, OverPart, PanelOut, Said, SheetOut, TableInfo, Update } from "./wire.ts";

/** What is on the table now, as this seat may see it. A new object for every message. */
export interface Shown {
  you: number | null;
  info: TableInfo;
  public: PanelOut[];
  to_act: number[] | null;
  chosen: number[] | null;
  count: [number, number];
  timer: number | null; // ms left when it was told
  mine: Mine | null;
  over: OverPart | null;
  here: number | null; // of a big room
  next: string; // the rematch
}

/** Why there is no coming back. */
export type Gone = "match" | "token" | "removed" | "closed" | "left" | "refused";
export type Line =
  | { at: "connecting" | "open" | "reconnecting" | "restarting" | "offline" | "full" }
  | { at: "gone"; why: Gone };

/** The server's no; `said` is for people, `line` where in a record. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly said: Said,
    readonly line = 0,
  ) {
    super(code);
  }
}

export interface Ears {
  line(line: Line): void;
  shown(shown: Shown, events: Said[]): void;
  sheet(sheet: SheetOut | null): void; // null: there is none
}

export interface World {
  socket(url: string): WebSocket;
  later(ms: number, then: () => void): () => void;
  now(): number;
}

const GONE: Record<number, Gone> = { 4400: "refused", 4401: "token", 4403: "refused", 4404: "match" };
const BYE: Record<string, Gone> = { removed: "removed", closed: "closed", left: "left" };
const SILENCE = 25_000; // ms; the server pings every ten seconds
const FULL = 4429;
const RESTART = 1012;

export const browser: World = {
  socket: (url) => new WebSocket(url),
  later: (ms, then) => {
    const id = setTimeout(then, ms);
    return () => clearTimeout(id);
  },
  now: () => performance.now(),
};

/** What is shown after an update. */
export function patch(shown: Shown, update: Update): Shown {
  const panels = update.public ?? (update.panels ? [...shown.public] : shown.public);
  for (const [place, panel] of Object.entries(update.panels ?? {})) panels[Number(place)] = panel;
  return {
    ...shown,
    public: panels,
    to_act: update.to_act === undefined ? shown.to_act : update.to_act,
    chosen: update.chosen === undefined ? shown.chosen : update.chosen,
    count: update.count ?? shown.count,
    timer: update.timer === undefined ? shown.timer : update.timer,
    mine: update.mine ?? shown.mine,
  };
}

interface Waiting {
  act: Act;
  done(): void;
  refused(why: Refused): void;
}

export class Connection {
  shown: Shown | null = null;
  private socket: WebSocket | null = null;
  private state: Line = { at: "connecting" };
  private readonly client = randomHex(8);
  private cmd = 0;
  private readonly waiting = new Map<number, Waiting>();
  private tries = 0;
  private heard = 0;
  private stopWaiting: () => void = () => {};
  private stopWatching: () => void = () => {};
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly match: string,
    private readonly token: string,
    private readonly nonce: string,
    private readonly ears: Ears,
    private readonly world: World = browser,
  ) {}

  open(): void {
    this.stopWaiting();
    if (this.closed || this.socket) return;
    const socket = this.world.socket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", match: this.match, client: this.client, ...(this.token && { token: this.token }) }));
      for (const { act } of this.waiting.values()) socket.send(JSON.stringify(act));
      this.heard = this.world.now();
      this.watch();
    };
    socket.onmessage = (event) => {
      this.heard = this.world.now();
      this.hear(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /** For good. */
  close(): void {
    this.closed = true;
    this.stopWaiting();
    this.stopWatching();
    this.socket?.close(1000);
    this.socket = null;
  }

  /** The page woke up or the network came back: no need to wait for a timer, or to trust a socket that has been silent. */
  wake(): void {
    if (this.closed || this.state.at === "gone") return;
    const doubtful = this.state.at === "offline" || this.world.now() - this.heard > SILENCE / 2;
    if (this.socket && doubtful) this.drop();
    if (!this.socket) {
      this.tries = 0;
      this.open();
    }
  }

  /** The network went away. */
  sleep(): void {
    if (this.state.at !== "gone") this.move({ at: "offline" });
  }

  /** Gives the socket up without waiting for the other side; it comes back at once. */
  drop(): void {
    const socket = this.socket;
    if (!socket) return;
    this.lost(socket, 1006);
    socket.close();
  }

  /** Resolves once the action is safe on the server's disk. Rejects with Refused. It is meant for what is shown now, or for whenever it arrives. */
  act(text: string, whenever = false): Promise<void> {
    this.cmd += 1;
    const act: Act = { t: "act", cmd: this.cmd, text, turn: whenever ? null : (this.shown?.mine?.turn ?? null) };
    return new Promise((done, refused) => {
      this.waiting.set(act.cmd, { act, done, refused });
      this.send(act);
    });
  }

  /** The score so far, or as it would be after an action. */
  askSheet(after = ""): void {
    this.send({ t: "sheet", after });
  }

  private send(command: Command): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(command));
  }

  private move(line: Line): void {
    if (line.at === this.state.at) return;
    this.state = line;
    this.ears.line(line);
  }

  private lost(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.stopWatching();
    if (this.closed || this.state.at === "gone") return;
    const why = GONE[code];
    if (why) {
      this.move({ at: "gone", why });
      return;
    }
    if (code === FULL) this.move({ at: "full" });
    else if (code === RESTART) this.move({ at: "restarting" });
    else if (this.state.at === "open") this.move({ at: "reconnecting" });
    const pause = code === FULL ? 5000 : Math.min(4000, 100 * 1.6 ** this.tries) * (0.8 + 0.4 * Math.random());
    this.tries += 1;
    this.stopWaiting = this.world.later(pause, () => this.open());
  }

  private watch(): void {
    this.stopWatching();
    this.stopWatching = this.world.later(SILENCE / 2, () => {
      if (this.world.now() - this.heard > SILENCE) this.drop();
      else this.watch();
    });
  }

  private hear(message: FromServer): void {
    switch (message.t) {
      case "ping":
        return this.send({ t: "pong", id: message.id });
      case "reveal":
        return this.send({ t: "reveal", nonce: this.nonce });
      case "ack":
        this.waiting.get(message.cmd)?.done();
        this.waiting.delete(message.cmd);
        return;
      case "no":
        return this.refused(message.cmd, new Refused(message.code, message.message));
      case "sheet":
        return this.ears.sheet(message);
      case "bye":
        return this.move({ at: "gone", why: BYE[message.why] ?? "refused" });
      case "table": {
        const { you, info, to_act, chosen, count, timer, mine, result } = message;
        this.tries = 0;
        this.move({ at: "open" });
        const over = result;
        return this.show({ you, info, public: message.public, to_act, chosen, count, timer, mine, over, here: null, next: info.next });
      }
    }
    if (!this.shown) return;
    switch (message.t) {
      case "update":
        return this.show(patch(this.shown, message), message.events ?? []);
      case "info":
        return this.show({ ...this.shown, info: message.info, next: message.info.next });
      case "here":
        return this.show({ ...this.shown, here: message.here, info: { ...this.shown.info, state: message.state as TableInfo["state"] } });
      case "over":
        return this.show({ ...this.shown, over: message.result, info: { ...this.shown.info, state: "over" } });
      case "rematch":
        return this.show({ ...this.shown, next: message.match });
    }
  }

  private show(shown: Shown, events: Said[] = []): void {
    this.shown = shown;
    this.ears.shown(shown, events);
  }

  private refused(cmd: number | null, why: Refused): void {
    if (cmd === null) {
      if (why.code === "not-playing") this.ears.sheet(null);
      return;
    }
    this.waiting.get(cmd)?.refused(why);
    this.waiting.delete(cmd);
  }
}

export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
