/** Python in this browser: a worker that serves this page, and one for bots and replays. Loaded when somebody wants to play. */
import { type Answer, type Asking, ENGINE } from "../transport.ts";
import type { Begin, FromServer, ToServer } from "./messages.ts";

class Engine {
  /** Whether it is there; `elsewhere`: another tab has taken over. */
  at: "off" | "loading" | "ready" | "failed" | "elsewhere" = $state("off");
  loaded = $state(0); // bytes
  total = $state(0);
  private server: Promise<Worker> | null = null;
  private number = 0;
  private readonly answers = new Map<number, (answer: Answer) => void>();
  private readonly sockets = new Map<number, { said(text: string): void; closed(code: number): void }>();

  async ask(asking: Asking): Promise<Answer> {
    const server = await this.start();
    const ask = ++this.number;
    return new Promise((done) => {
      this.answers.set(ask, done);
      server.postMessage({ ask, asking } satisfies ToServer);
    });
  }

  /** Opens a socket to a table. Returns what sends texts to it; null closes it. */
  async connect(match: string, said: (text: string) => void, closed: (code: number) => void): Promise<(text: string | null) => void> {
    const server = await this.start();
    const open = ++this.number;
    this.sockets.set(open, { said, closed });
    server.postMessage({ open, match } satisfies ToServer);
    return (text) => server.postMessage((text === null ? { close: open } : { say: open, text }) satisfies ToServer);
  }

  private start(): Promise<Worker> {
    this.server ??= this.load().catch((error: unknown) => {
      this.server = null; // the next tap tries again
      if (this.at === "loading") this.at = "failed";
      throw error;
    });
    return this.server;
  }

  private load(): Promise<Worker> {
    this.at = "loading";
    const [server, jobs] = [this.worker(), this.worker()];
    const end = (): void => [server, jobs].forEach((worker) => worker.terminate());
    const { port1, port2 } = new MessageChannel();
    const folder = new URL(ENGINE, document.baseURI).href;
    const loading = new Promise<Worker>((done, failed) => {
      server.onerror = jobs.onerror = (event) => failed(new Error(event.message));
      server.onmessage = ({ data }: MessageEvent<FromServer>) => {
        if ("ready" in data) {
          this.at = "ready";
          done(server);
          void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ python: folder }));
          jobs.postMessage({ role: "jobs", folder, port: port2 } satisfies Begin, [port2]);
        } else if ("failed" in data) failed(new Error(data.failed));
        else if ("elsewhere" in data) {
          this.at = "elsewhere";
          end();
        } else this.receive(data);
      };
      server.postMessage({ role: "server", folder, port: port1 } satisfies Begin, [port1]);
    });
    loading.catch(end);
    return loading;
  }

  private worker(): Worker {
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  }

  private receive(message: FromServer): void {
    if ("loaded" in message) {
      this.loaded = message.loaded;
      this.total = message.total;
    } else if ("answer" in message) {
      this.answers.get(message.answer)?.(message.answered);
      this.answers.delete(message.answer);
    } else if ("said" in message) this.sockets.get(message.said)?.said(message.text);
    else if ("closed" in message) {
      this.sockets.get(message.closed)?.closed(message.code);
      this.sockets.delete(message.closed);
    }
  }
}

export const engine = new Engine();
