/** The connection to one table: a socket that reconnects on its own, commands that are applied once, and what the seat may see. */
import { Close, FINAL, type Parting } from "$lib/generated/reasons.ts";
import type {
  Act,
  AskSheet,
  Command,
  CommandAnswer,
  FromServer,
  MatchResult,
  Mine,
  React,
  Reaction,
  Sentence,
  Series,
  SheetRow,
  Snapshot,
  TableInfo,
  Update,
} from "$lib/generated/wire.ts";
import { changed, type Picture } from "./picture.ts";
import { randomHex } from "./random.ts";
import { Refused } from "./refused.ts";
import { transport } from "./transport.ts";

/** What this seat may see now. Each change makes a new object that shares the unchanged parts. */
export interface Shown extends Picture {
  you: number | null;
  info: TableInfo;
  timer: number | null; // ms left at `timerAt`
  timerAt: number;
  mine: Mine | null;
  series: Series | null; // null for a single game
  result: MatchResult | null;
  /** What wins and when the game ends; null if the game does not say. */
  goal: Sentence | null;
  /** Every seat's points, as everybody knows them; null unless the room is big. */
  scores: readonly number[] | null;
  here: number | null; // seats with somebody connected; only in a big room
}

/** Why reconnecting is pointless. */
export type GoneReason = "match" | "damaged" | "token" | "refused" | Parting;
export type ConnectionState =
  { at: "connecting" | "open" | "reconnecting" | "restarting" | "away" | "offline" | "full" } | { at: "gone"; why: GoneReason };

/** The callbacks of a connection. */
export interface Listener {
  state(state: ConnectionState): void;
  shown(shown: Shown, events: Sentence[]): void;
  reaction(reaction: Reaction): void;
}

/** Sockets and time; tests replace them. */
export interface Environment {
  socket(match: string): WebSocket;
  later(ms: number, then: () => void): () => void;
  now(): number;
}

/** Called with null once the action is on the server's disk, or with the reason why it was refused. */
export type OnAnswer = (refusal: Refused | null) => void;
/** Called with the rows of the requested sheet; null if it is hidden. */
export type OnSheet = (rows: SheetRow[] | null) => void;

type FinalCode = (typeof FINAL)[number];
const WHY_FINAL: Record<FinalCode, GoneReason> = {
  [Close.BAD_MESSAGE]: "refused",
  [Close.BAD_TOKEN]: "token",
  [Close.FORBIDDEN]: "refused",
  [Close.NO_MATCH]: "match",
  [Close.DAMAGED]: "damaged",
};
const isFinal = (code: number): code is FinalCode => (FINAL as readonly number[]).includes(code);
const SILENCE = 25_000; // ms; the server pings every ten seconds
const STEADY = 5_000; // ms; a connection that lasts as long was a good one

export const browser: Environment = {
  socket: (match) => transport.socket(match),
  later: (ms, then) => {
    const id = setTimeout(then, ms);
    return () => clearTimeout(id);
  },
  now: () => performance.now(),
};

function shownBy({ t: _, ...snapshot }: Snapshot, now: number): Shown {
  return { ...snapshot, timerAt: now, here: null };
}

/** Applies an update to what is shown. */
export function patch(shown: Shown, update: Update, now: number): Shown {
  return {
    ...changed(shown, update),
    you: shown.you,
    info: patchInfo(shown.info, update),
    timer: update.timer === undefined ? shown.timer : update.timer,
    timerAt: update.timer === undefined ? shown.timerAt : now,
    mine: update.mine ?? shown.mine,
    series: update.series ?? shown.series,
    result: update.result ?? shown.result,
    goal: update.goal === undefined ? shown.goal : update.goal,
    scores: update.scores ?? shown.scores,
    here: update.here?.here ?? shown.here,
  };
}

/** Applies `here` (a big room's state) and `next` (the rematch), which come without the whole `info`. */
function patchInfo(before: TableInfo, { info = before, here, next, result }: Update): TableInfo {
  const state = result ? "over" : (here?.state ?? info.state);
  return state === info.state && next === undefined ? info : { ...info, state, next: next ?? info.next };
}

const refusalOf = ({ code, message }: CommandAnswer): Refused | null =>
  code ? new Refused(code, message ?? { id: code, args: {} }) : null;

export class Connection {
  shown: Shown | null = null;
  private socket: WebSocket | null = null;
  private state: ConnectionState = { at: "connecting" };
  private readonly client = randomHex(8);
  private cmd = 0;
  private readonly acts = new Map<number, { act: Act; onanswer: OnAnswer }>(); // not answered yet; resent after reconnecting
  private readonly sheets = new Map<number, OnSheet>(); // requested over this socket
  private attempts = 0; // since the last good connection
  private shownAt: number | null = null; // when this connection got its snapshot
  private lastMessageAt = 0;
  private cancelRetry: () => void = () => {};
  private cancelWatch: () => void = () => {};
  private closed = false;

  constructor(
    private readonly match: string,
    private readonly token: string,
    private readonly nonce: string,
    private readonly listener: Listener,
    private readonly environment: Environment = browser,
  ) {}

  open(): void {
    this.cancelRetry();
    if (this.closed || this.socket) return;
    const socket = this.environment.socket(this.match);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", client: this.client, ...(this.token && { token: this.token }) }));
      for (const { act } of this.acts.values()) socket.send(JSON.stringify(act));
      this.lastMessageAt = this.environment.now();
      this.watchSilence();
    };
    socket.onmessage = (event) => {
      this.lastMessageAt = this.environment.now();
      this.receive(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => this.onclose(socket, event.code);
  }

  /** Closes the connection for good. */
  close(): void {
    this.closed = true;
    this.cancelRetry();
    this.cancelWatch();
    this.socket?.close(1000);
    this.socket = null;
  }

  /** The page woke up or the network is back: reconnect without waiting for a timer, and drop a socket that has been silent. */
  wake(): void {
    if (this.closed || this.state.at === "gone") return;
    const doubtful = this.state.at === "offline" || this.environment.now() - this.lastMessageAt > SILENCE / 2;
    if (this.socket && doubtful) this.abandonSocket();
    if (!this.socket) {
      this.attempts = 0;
      this.open();
    }
  }

  /** The network is gone. */
  goOffline(): void {
    if (this.state.at !== "gone") this.setState({ at: "offline" });
  }

  /** Sends an action, now or after reconnecting. It counts only for the current turn or, with `whenever`, for any. */
  act(text: string, whenever: boolean, onanswer: OnAnswer): void {
    this.cmd += 1;
    const act: Act = { t: "act", cmd: this.cmd, text, turn: whenever ? null : (this.shown?.mine?.turn ?? null) };
    this.acts.set(act.cmd, { act, onanswer });
    this.send(act);
  }

  /** Asks for a seat's sheet, or for your own as it would be after an action. If the connection breaks, there is no answer. */
  askSheet(wish: Pick<AskSheet, "seat" | "after">, onsheet: OnSheet): void {
    if (!this.send({ t: "sheet", cmd: this.cmd + 1, ...wish })) return;
    this.cmd += 1;
    this.sheets.set(this.cmd, onsheet);
  }

  /** Shows a sign to everybody. Without a connection, the moment has passed. */
  react(sign: React["sign"]): void {
    this.send({ t: "react", sign });
  }

  private send(command: Command): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  private setState(state: ConnectionState): void {
    if (state.at === this.state.at) return;
    this.state = state;
    this.listener.state(state);
  }

  /** Drops the socket without waiting for the server, and reconnects. */
  private abandonSocket(): void {
    const socket = this.socket;
    if (!socket) return;
    this.onclose(socket, 1006);
    socket.close();
  }

  private onclose(socket: WebSocket, code: number): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.sheets.clear();
    this.cancelWatch();
    if (this.closed || this.state.at === "gone") return;
    if (isFinal(code)) {
      this.setState({ at: "gone", why: WHY_FINAL[code] });
      return;
    }
    if (code === Close.TOO_MANY) this.setState({ at: "full" });
    else if (code === Close.RESTART) this.setState({ at: "restarting" });
    else if (this.state.at === "open") this.setState({ at: "reconnecting" });
    // with "try again", the server is in trouble, although it has sent a snapshot
    const good = this.shownAt !== null && (code !== Close.TRY_AGAIN || this.environment.now() - this.shownAt > STEADY);
    if (good) this.attempts = 0;
    this.shownAt = null;
    const pause = code === Close.TOO_MANY ? 5000 : Math.min(4000, 100 * 1.6 ** this.attempts) * (0.8 + 0.4 * Math.random());
    this.attempts += 1;
    this.cancelRetry = this.environment.later(pause, () => this.open());
  }

  private watchSilence(): void {
    this.cancelWatch();
    this.cancelWatch = this.environment.later(SILENCE / 2, () => {
      if (this.environment.now() - this.lastMessageAt > SILENCE) this.abandonSocket();
      else this.watchSilence();
    });
  }

  private receive(message: FromServer): void {
    switch (message.t) {
      case "ping":
        this.send({ t: "pong", id: message.id });
        return;
      case "reveal":
        this.send({ t: "reveal", nonce: this.nonce });
        return;
      case "no":
        if (message.cmd !== null) this.answered(message.cmd, new Refused(message.code, message.message));
        else if (message.code === "try-again") this.setState({ at: "away" });
        return;
      case "sheet":
        this.sheetCame(message.cmd, message.rows);
        return;
      case "bye":
        this.setState({ at: "gone", why: message.why });
        return;
      case "snapshot":
        this.shownAt = this.environment.now();
        this.setState({ at: "open" });
        this.shown = shownBy(message, this.environment.now());
        this.listener.shown(this.shown, []);
        return;
      case "update":
        this.update(message);
    }
  }

  /** Reports answers together with what follows from them, so that the mark of a tap does not flicker. */
  private update(update: Update): void {
    if (this.shown) this.shown = patch(this.shown, update, this.environment.now());
    for (const answer of update.answers ?? []) this.answered(answer.cmd, refusalOf(answer));
    if (this.shown) this.listener.shown(this.shown, update.events ?? []);
    for (const reaction of update.reactions ?? []) this.listener.reaction(reaction);
  }

  private answered(cmd: number, refusal: Refused | null): void {
    const waiting = this.acts.get(cmd);
    this.acts.delete(cmd);
    if (waiting) waiting.onanswer(refusal);
    else if (refusal) this.sheetCame(cmd, null);
  }

  private sheetCame(cmd: number, rows: SheetRow[] | null): void {
    const onsheet = this.sheets.get(cmd);
    this.sheets.delete(cmd);
    onsheet?.(rows);
  }
}
