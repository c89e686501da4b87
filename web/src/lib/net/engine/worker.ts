/** The worker: loads Python, then serves the page, or does jobs for the worker that does. */
import { Journal } from "./journal.ts";
import type { Begin, Files, FromJobs, FromServer, JobAnswer, StorageChoice, ToServer } from "./messages.ts";

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
  damaged: boolean;
  ask(method: string, path: string, token: string, body: string): Promise<[number, Record<string, string>, string]>;
  connect(match: string, onmessage: (text: string) => void, onclose: (code: number) => void): PythonLink;
  copy(): Uint8Array<ArrayBuffer>;
}
interface PythonLink {
  hear(text: string): void;
  close(): void;
}
type LoadPyodide = (options: { indexURL: string; _loadSnapshot?: ArrayBuffer }) => Promise<Pyodide>;

const SAVED = 2500; // ms that a snapshot saves on a usual machine: if it would take longer to fetch, Python starts without it

const tell = (message: FromServer | FromJobs): void => postMessage(message);

/** Pyodide waits for ever for files that it cannot fetch. */
let miss = (_why: unknown): void => {};
const missing = new Promise<never>((_, failed) => (miss = failed));
missing.catch(() => {});
addEventListener("unhandledrejection", ({ reason }) => miss(reason));

/** Reports the bytes that arrive, whoever fetches them. */
function countBytes(total: number): void {
  const plain = fetch;
  let loaded = 0;
  self.fetch = async (...args) => {
    const answer = await plain(...args).catch((error: unknown) => {
      if (!optional(args[0])) miss(error);
      throw error;
    });
    if (!answer.ok && !optional(args[0])) miss(new Error(`${answer.status} ${answer.url}`));
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

const optional = (file: RequestInfo | URL): boolean => String(file).endsWith(".snapshot");

async function load({ folder, snapshot }: Begin): Promise<PythonWorker> {
  const files = (await (await fetch(`${folder}files.json`)).json()) as Files;
  countBytes(files.bytes);
  const code = import(/* @vite-ignore */ `${folder}pyodide.mjs`) as Promise<{ loadPyodide: LoadPyodide }>;
  const begun = performance.now();
  const packages = await Promise.all(
    files.packages.map(async (name) => ({ name, data: await (await fetch(folder + name)).arrayBuffer() })),
  );
  const speed = packages.reduce((sum, { data }) => sum + data.byteLength, 0) / (performance.now() - begun);
  void import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`).catch(() => {}); // meanwhile; who needs it will say what is wrong
  const started =
    snapshot && files.snapshot && files.snapshot.bytes / speed < SAVED ? await unpacked(folder + files.snapshot.name) : null;
  const { loadPyodide } = await code;
  const python = await loadPyodide({ indexURL: folder, ...(started && { _loadSnapshot: started }) });
  for (const { name, data } of packages) python.unpackArchive(data, name.slice(name.lastIndexOf(".")));
  return python.pyimport("tablee.browser.worker");
}

/** Compressed by us, because few hosts compress files they do not know. Null if it cannot be had: Python starts without it, too. */
async function unpacked(url: string): Promise<ArrayBuffer | null> {
  try {
    const { body } = await fetch(url);
    return await new Response(body!.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  } catch {
    return null;
  }
}

/** Gives jobs to the other worker, as long as there is one. */
class Jobs {
  private readonly waiting = new Map<number, { done(answer: Uint8Array): void; failed(why: Error): void }>();
  private number = 0;
  private port: MessagePort | null = null;
  private why = "";

  use(port: MessagePort): void {
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<JobAnswer>) => {
      const asked = this.waiting.get(data.job);
      this.waiting.delete(data.job);
      if ("answer" in data) asked?.done(data.answer);
      else asked?.failed(new Error(data.failed));
    };
  }

  /** The other worker is gone: nothing that waits will be answered. */
  lose(why: string): void {
    [this.port, this.why] = [null, why];
    for (const { failed } of this.waiting.values()) failed(new Error(why));
    this.waiting.clear();
  }

  post = (data: Uint8Array): Promise<Uint8Array> =>
    new Promise((done, failed) => {
      if (!this.port) return failed(new Error(this.why));
      this.waiting.set(++this.number, { done, failed });
      this.port.postMessage({ job: this.number, data });
    });
}

const jobs = new Jobs();
let serving = (): void => {};
const wanted = new Promise<void>((done) => (serving = done)); // nobody else's matches are taken before
let choose: (choice: StorageChoice) => void = () => {};
let server: PythonServer | null = null;
const links = new Map<number, PythonLink>();

async function serve(python: PythonWorker, { kept, earlier }: Begin): Promise<void> {
  await wanted;
  const journal = await Journal.open(kept, earlier, {
    lost: () => tell({ elsewhere: true }),
    trouble: async (what) => {
      tell({ trouble: what });
      const choice = await new Promise<StorageChoice>((done) => (choose = done));
      tell({ trouble: null });
      return choice;
    },
  });
  server = await python.serve(journal, jobs.post);
  tell({ ready: true, damaged: server.damaged });
}

/** What the page orders, once it is being served. */
function obey(order: ToServer, server: PythonServer): void {
  if ("ask" in order) void answer(order.ask, server, order.asking);
  else if ("open" in order) {
    const { open, match } = order;
    links.set(
      open,
      server.connect(
        match,
        (text) => tell({ said: open, text }),
        (code) => (links.delete(open), tell({ closed: open, code })),
      ),
    );
  } else if ("say" in order) links.get(order.say)?.hear(order.text);
  else if ("close" in order) {
    links.get(order.close)?.close();
    links.delete(order.close);
  } else if ("copy" in order) tell({ copied: order.copy, data: server.copy() });
}

async function answer(
  ask: number,
  server: PythonServer,
  { method, path, token, body }: Extract<ToServer, { ask: number }>["asking"],
): Promise<void> {
  const [status, headers, said] = await server.ask(method, path, token, body);
  tell({ answer: ask, answered: { status, headers, body: said } });
}

function doJobs(work: (job: Uint8Array) => Promise<Uint8Array>, port: MessagePort): void {
  port.onmessage = async ({ data: { job, data } }: MessageEvent<{ job: number; data: Uint8Array }>) => {
    let done: JobAnswer;
    try {
      done = { job, answer: await work(data) };
    } catch (error) {
      console.error(error);
      done = { job, failed: String(error) };
    }
    port.postMessage(done);
  };
}

async function begin(how: Begin): Promise<void> {
  if (how.role === "server") jobs.use(how.port);
  try {
    const python = await Promise.race([load(how), missing]);
    if (how.role === "jobs") return doJobs((job) => python.work(job, how.folder), how.port);
    tell({ warm: true });
    await serve(python, how);
  } catch (error) {
    tell({ failed: String(error) });
  }
}

onmessage = ({ data }: MessageEvent<ToServer>) => {
  if ("role" in data) return void begin(data);
  if ("serve" in data) serving();
  else if ("choice" in data) choose(data.choice);
  else if ("jobs" in data) jobs.use(data.jobs);
  else if ("lost" in data) jobs.lose(data.lost);
  else if (server) obey(data, server);
};
