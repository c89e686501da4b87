/** The worker: loads Python, then serves the page, or does jobs for the worker that does. */
import { Journal } from "./journal.ts";
import type { Begin, Files, FromServer, ToServer } from "./messages.ts";

/** The parts of Python that are used here: see src/tablee/browser/worker.py. */
interface Pyodide {
  unpackArchive(data: ArrayBuffer, format: string): void;
  pyimport(module: string): PythonWorker;
}
interface PythonWorker {
  serve(kept: Journal, post: (job: Uint8Array) => Promise<Uint8Array>): Promise<PythonServer>;
  work(job: Uint8Array, folder: string): Promise<Uint8Array>;
}
interface PythonServer {
  ask(method: string, path: string, token: string, body: string): Promise<[number, Record<string, string>, string]>;
  connect(match: string, onmessage: (text: string) => void, onclose: (code: number) => void): PythonLink;
}
interface PythonLink {
  hear(text: string): void;
  close(): void;
}

const tell = (message: FromServer): void => postMessage(message);

/** Reports the bytes that arrive, whoever fetches them. */
function countBytes(total: number): void {
  const plain = fetch;
  let loaded = 0;
  self.fetch = async (...args) => {
    const answer = await plain(...args);
    if (!answer.ok || !answer.body) return answer;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, stream) {
        loaded += chunk.length;
        tell({ loaded: Math.min(loaded, total), total });
        stream.enqueue(chunk);
      },
    });
    const type = answer.url.endsWith(".wasm") ? { "Content-Type": "application/wasm" } : null; // not every host says so
    return new Response(answer.body.pipeThrough(counted), { headers: type ?? answer.headers });
  };
}

async function load(folder: string): Promise<PythonWorker> {
  const files = (await (await fetch(`${folder}files.json`)).json()) as Files;
  countBytes(files.bytes);
  const packages = files.packages.map(async (name) => ({ name, data: await (await fetch(folder + name)).arrayBuffer() }));
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Pyodide> };
  const python = await loadPyodide({ indexURL: folder });
  for (const { name, data } of await Promise.all(packages)) python.unpackArchive(data, name.slice(name.lastIndexOf(".")));
  return python.pyimport("tablee.browser.worker");
}

/** Gives jobs to the other worker. */
function poster(port: MessagePort): (job: Uint8Array) => Promise<Uint8Array> {
  const waiting = new Map<number, { done(answer: Uint8Array): void; failed(why: Error): void }>();
  let jobs = 0;
  port.onmessage = ({ data: { job, answer } }: MessageEvent<{ job: number; answer: Uint8Array | null }>) => {
    const { done, failed } = waiting.get(job)!;
    waiting.delete(job);
    answer ? done(answer) : failed(new Error("the job failed"));
  };
  return (job) =>
    new Promise((done, failed) => {
      waiting.set(++jobs, { done, failed });
      port.postMessage({ job: jobs, data: job });
    });
}

async function serve(python: PythonWorker, port: MessagePort): Promise<void> {
  const journal = await Journal.open(() => tell({ elsewhere: true }));
  const server = await python.serve(journal, poster(port));
  const links = new Map<number, PythonLink>();
  const orders = {
    async ask({ ask, asking: { method, path, token, body } }: Extract<ToServer, { ask: number }>) {
      const [status, headers, said] = await server.ask(method, path, token, body);
      tell({ answer: ask, answered: { status, headers, body: said } });
    },
    open: ({ open, match }: Extract<ToServer, { open: number }>) =>
      void links.set(open, server.connect(match, (text) => tell({ said: open, text }), (code) => (links.delete(open), tell({ closed: open, code })))),
    say: ({ say, text }: Extract<ToServer, { say: number }>) => links.get(say)?.hear(text),
    close: ({ close }: Extract<ToServer, { close: number }>) => (links.get(close)?.close(), void links.delete(close)),
  };
  onmessage = ({ data }: MessageEvent<ToServer>) => {
    if ("ask" in data) void orders.ask(data);
    else if ("open" in data) orders.open(data);
    else if ("say" in data) orders.say(data);
    else orders.close(data);
  };
  tell({ ready: true });
}

/** A job that fails is answered with null. */
function doJobs(work: (job: Uint8Array) => Promise<Uint8Array>, port: MessagePort): void {
  port.onmessage = async ({ data: { job, data } }: MessageEvent<{ job: number; data: Uint8Array }>) => {
    let answer: Uint8Array | null = null;
    try {
      answer = await work(data);
    } catch (error) {
      console.error(error);
    }
    port.postMessage({ job, answer });
  };
}

const failing = (error: unknown) => (): never => {
  throw error;
};

onmessage = async ({ data: { role, folder, port } }: MessageEvent<Begin>) => {
  try {
    const python = await load(folder);
    if (role === "server") await serve(python, port);
    else doJobs((job) => python.work(job, folder), port);
  } catch (error) {
    if (role === "server") tell({ failed: String(error) });
    else doJobs(failing(error), port);
  }
};
