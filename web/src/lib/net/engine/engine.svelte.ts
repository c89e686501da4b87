/** Python in this browser: a worker that serves this page, and one for bots and replays. Loaded when somebody wants to play. */
import { isMetered } from "../connection.ts";
import { python } from "../local.svelte.ts";
import { keepPython } from "../offline.svelte.ts";
import { ENGINE, scoped, SITE } from "../place.ts";
import type { Answer, Asking } from "../transport.ts";
import type { Begin, FromJobs, FromServer, StorageChoice, StorageTrouble, ToServer } from "./messages.ts";
import script from "./worker.ts?worker&url";

class Engine {
  /** Whether it is there; `elsewhere`: another tab has taken over. */
  at: "off" | "loading" | "ready" | "failed" | "elsewhere" = $state("off");
  loaded = $state(0); // bytes
  total = $state(0);
  /** Why matches cannot be stored. Everything waits until `choose` is called. */
  trouble: StorageTrouble | null = $state(null);
  /** Whether the visitor plays on without storing anything. */
  unsaved = $state(false);
  /** Whether something that was stored could not be read. */
  damaged = $state(false);
  /** Whether there are bots and replays. */
  jobless = $state(false);
  private server: Worker | null = null;
  private jobs: Worker | null = null;
  private serving: Promise<Worker> | null = null;
  private ready: { done(): void; failed(why: Error): void } | null = null;
  private number = 0;
  private readonly answers = new Map<number, (answer: Answer) => void>();
  private readonly copies = new Map<number, (data: Uint8Array<ArrayBuffer>) => void>();
  private readonly sockets = new Map<number, { said(text: string): void; closed(code: number): void }>();

  async ask(asking: Asking): Promise<Answer> {
    const server = await this.start();
    const ask = ++this.number;
    return new Promise((done) => {
      this.answers.set(ask, done);
      send(server, { ask, asking });
    });
  }

  /** Opens a socket to a table. Returns what sends texts to it; null closes it. */
  async connect(
    match: string,
    said: (text: string) => void,
    closed: (code: number) => void,
  ): Promise<(text: string | null) => void> {
    const server = await this.start();
    const open = ++this.number;
    this.sockets.set(open, { said, closed });
    send(server, { open, match });
    return (text) => send(server, text === null ? { close: open } : { say: open, text });
  }

  /** All matches of this browser, as the database of a server. */
  async copy(): Promise<Blob> {
    const server = await this.start();
    const copy = ++this.number;
    const data = await new Promise<Uint8Array<ArrayBuffer>>((done) => {
      this.copies.set(copy, done);
      send(server, { copy });
    });
    return new Blob([data], { type: "application/vnd.sqlite3" });
  }

  choose(choice: StorageChoice): void {
    if (choice === "unsaved") this.unsaved = true;
    if (this.server) send(this.server, { choice });
  }

  /** Loads Python, because somebody is about to play. It takes over no matches yet. */
  warm(): void {
    if (this.server) return;
    const server = worker("server");
    const { port1, port2 } = new MessageChannel();
    this.server = server;
    server.onerror = (event) => this.fail(new Error(event.message));
    server.onmessage = ({ data }: MessageEvent<FromServer>) => {
      if (server === this.server) this.receive(data, port2);
    };
    send(server, { ...how("server"), port: port1 }, port1);
  }

  private start(): Promise<Worker> {
    this.serving ??= new Promise<Worker>((done, failed) => {
      this.at = "loading";
      this.warm();
      const server = this.server!;
      this.ready = { done: () => done(server), failed };
      send(server, { serve: true });
    });
    return this.serving;
  }

  /** The next tap tries again. */
  private fail(why: Error): void {
    this.end();
    if (this.serving) this.at = "failed";
    python.failed = this.at === "failed";
    this.ready?.failed(why);
    this.ready = this.serving = null;
  }

  private end(): void {
    for (const one of [this.server, this.jobs]) one?.terminate();
    this.server = this.jobs = null;
  }

  /** A worker for bots and replays. One that cannot work is reported to the server, and to the visitor. */
  private employ(port: MessagePort): void {
    if (this.jobs) return;
    const jobs = worker("jobs");
    const lose = (why: string): void => {
      if (jobs !== this.jobs) return;
      jobs.terminate();
      this.jobs = null;
      this.jobless = true;
      if (this.server) send(this.server, { lost: why });
    };
    this.jobs = jobs;
    this.jobless = false;
    jobs.onerror = (event) => lose(`the worker for bots failed: ${event.message}`);
    jobs.onmessage = ({ data }: MessageEvent<FromJobs>) => {
      if ("failed" in data) lose(`the worker for bots could not be started: ${data.failed}`);
    };
    send(jobs, { ...how("jobs"), port }, port);
  }

  /** Tries again to get bots and replays. */
  employAgain(): void {
    if (!this.server) return;
    const { port1, port2 } = new MessageChannel();
    send(this.server, { jobs: port1 }, port1);
    this.employ(port2);
  }

  private receive(message: FromServer, jobs: MessagePort): void {
    if ("loaded" in message) {
      this.loaded = message.loaded;
      this.total = message.total;
    } else if ("warm" in message) {
      if (!this.serving) this.employ(jobs); // else the table goes first
    } else if ("ready" in message) {
      this.at = "ready";
      this.damaged = message.damaged;
      python.failed = false;
      this.ready?.done();
      this.employ(jobs);
      void keepPython();
    } else if ("trouble" in message) this.trouble = message.trouble;
    else if ("failed" in message) this.fail(new Error(message.failed));
    else if ("elsewhere" in message) {
      this.at = "elsewhere";
      this.end();
    } else if ("answer" in message) {
      this.answers.get(message.answer)?.(message.answered);
      this.answers.delete(message.answer);
    } else if ("copied" in message) {
      this.copies.get(message.copied)?.(message.data);
      this.copies.delete(message.copied);
    } else if ("said" in message) this.sockets.get(message.said)?.said(message.text);
    else if ("closed" in message) {
      this.sockets.get(message.closed)?.closed(message.code);
      this.sockets.delete(message.closed);
    }
  }
}

const KEPT = "tablee";

const how = (role: Begin["role"]): Omit<Begin, "port"> => ({
  role,
  folder: new URL(ENGINE, document.baseURI).href,
  snapshot: !isMetered(),
  kept: scoped(KEPT),
  earlier: SITE ? KEPT : "",
});

function send(worker: Worker, message: ToServer | Begin, ...given: Transferable[]): void {
  worker.postMessage(message, given);
}

/** WebKit takes a script that it has just loaded from its memory, and then the service worker is not asked about anything that the
 * worker fetches: without a network, it could load nothing. So each worker has a URL of its own. */
const worker = (role: Begin["role"]): Worker => new Worker(`${script}?${role}-${Date.now().toString(36)}`, { type: "module" });

export const engine = new Engine();
