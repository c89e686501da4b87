import { afterEach, beforeEach, expect, it, vi } from "vitest";
import code from "../src/sw.js?raw";

const BASE = "https://tablee.test";
const built = code.replace("const FILES = []", 'const FILES = ["./"]').replace('const VERSION = ""', 'const VERSION = "1"');

/** Caches with room for nothing more, if they are full. */
class FakeCaches {
  all = new Map<string, Map<string, Response>>();
  full = false;
  keys = async (): Promise<string[]> => [...this.all.keys()];
  delete = async (name: string): Promise<boolean> => this.all.delete(name);
  match = async (url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> =>
    this.all.get(cacheName)?.get(url)?.clone();
  put = (name: string, url: string, text: string): void =>
    void this.all.set(name, (this.all.get(name) ?? new Map<string, Response>()).set(url, new Response(text)));
  open = async (name: string) => ({
    match: (url: string) => this.match(url, { cacheName: name }),
    put: async (url: string, answer: Response) => {
      if (this.full) throw new DOMException("no room", "QuotaExceededError");
      this.put(name, url, await answer.text());
    },
    add: async (wanted: Request) => this.put(name, wanted.url, await (await answer()).text()),
    keys: async () => [...(this.all.get(name)?.keys() ?? [])].map((url) => ({ url })),
    delete: async (url: string) => this.all.get(name)?.delete(url) ?? false,
    addAll: async (wanted: (string | Request)[]) =>
      wanted.forEach((one) => this.put(name, typeof one === "string" ? one : one.url, "")),
  });
}

let caches: FakeCaches;
let answer: () => Promise<Response>;
let claimed: number;
let listeners: Record<string, (event: object) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  [caches, claimed] = [new FakeCaches(), 0];
  begin("/");
});

function begin(scope: string): void {
  listeners = {};
  const self = {
    clients: { claim: async () => (claimed += 1) },
    addEventListener: (name: string, heard: (event: object) => void) => (listeners[name] = heard),
    registration: { scope: BASE + scope },
  };
  new Function("self", "caches", "fetch", "location", built)(self, caches, () => answer(), { origin: BASE });
}
afterEach(() => void vi.useRealTimers());

/** What the page gets, after as much time as that takes. */
async function ask(path: string, mode = "cors"): Promise<string> {
  let given!: Promise<Response>;
  const done: Promise<unknown>[] = [];
  const event = {
    request: { method: "GET", url: BASE + path, mode, cache: "default" },
    respondWith: (found: Promise<Response>) => (given = found),
    waitUntil: (work: Promise<unknown>) => done.push(work),
  };
  listeners.fetch!(event);
  const text = given.then((found) => found.text());
  await vi.advanceTimersByTimeAsync(3000);
  return text;
}

const TEXTS = `${BASE}/api/strings/en`;
const proxy = (): Promise<Response> =>
  Promise.resolve(new Response("Bad gateway", { status: 502, headers: { "Content-Type": "text/html" } }));
const busy = (): Promise<Response> =>
  Promise.resolve(new Response("{}", { status: 503, headers: { "Content-Type": "application/json" } }));

it("shows new texts, and keeps them if there is room", async () => {
  caches.put("tablee-texts", TEXTS, "old");
  caches.full = true;
  answer = () => Promise.resolve(new Response("new"));
  expect(await ask("/api/strings/en")).toBe("new");
  caches.full = false;
  await ask("/api/strings/en");
  expect(await (await caches.match(TEXTS, { cacheName: "tablee-texts" }))?.text()).toBe("new");
});

it.each([
  ["no network", () => Promise.reject(new TypeError("offline"))],
  ["a network that does not answer", () => new Promise<Response>(() => {})],
  ["a proxy without its server", proxy],
])("shows what is kept with %s", async (_, given) => {
  caches.put("tablee-texts", TEXTS, "kept texts");
  caches.put("tablee-client-1", `${BASE}/`, "kept page");
  answer = given;
  expect([await ask("/api/strings/en"), await ask("/t/m", "navigate")]).toEqual(["kept texts", "kept page"]);
});

it("shows what a server answers itself, and what a proxy says if nothing is kept", async () => {
  caches.put("tablee-texts", TEXTS, "kept texts");
  answer = busy;
  expect(await ask("/api/strings/en")).toBe("{}");
  answer = proxy;
  expect(await ask("/api/strings/fr")).toBe("Bad gateway");
});

it("keeps the Python of the page that is kept", async () => {
  for (const name of ["older", "old"]) caches.put(`tablee-python-${name}`, "", "");
  caches.put("tablee-client-1", `${BASE}/`, '<html data-engine="/engine/old/">');
  answer = () => Promise.resolve(new Response('{"files": ["a.zip"]}'));
  const done: Promise<unknown>[] = [];
  listeners.message!({ data: { python: `${BASE}/engine/new/` }, waitUntil: (work: Promise<unknown>) => done.push(work) });
  await Promise.all(done);
  expect((await caches.keys()).sort()).toEqual(["tablee-client-1", "tablee-python-new", "tablee-python-old"]);
});

it("serves the page of the first visit at once", async () => {
  caches.put("tablee-client-0", "", "");
  const done: Promise<unknown>[] = [];
  listeners.activate!({ waitUntil: (work: Promise<unknown>) => done.push(work) });
  await Promise.all(done);
  expect([claimed, await caches.keys()]).toEqual([1, []]);
});

it("keeps Python while a page fetches it, each file once", async () => {
  const file = `${BASE}/engine/1/a.zip`;
  let fetched = 0;
  answer = () => Promise.resolve(new Response(`${++fetched}`));
  expect(await Promise.all([ask("/engine/1/a.zip"), ask("/engine/1/a.zip")])).toEqual(["1", "1"]);
  answer = () => Promise.reject(new TypeError("offline"));
  expect(await ask("/engine/1/a.zip")).toBe("1");
  expect(await (await caches.match(file, { cacheName: "tablee-python-1" }))?.text()).toBe("1");
});

it("serves workers, whose URLs have a query", async () => {
  caches.put("tablee-client-1", `${BASE}/`, "kept");
  answer = () => Promise.reject(new TypeError("offline"));
  expect(await ask("/?jobs-1")).toBe("kept");
});

it("keeps Python without a snapshot that cannot be had", async () => {
  answer = () => Promise.resolve(new Response('{"files": ["a.zip", "b.snapshot"], "snapshot": {"name": "b.snapshot"}}'));
  const [done, told]: [Promise<unknown>[], boolean[]] = [[], []];
  const add = caches.put;
  caches.put = (name, url, text) => {
    if (url.endsWith(".snapshot")) throw new TypeError("404");
    add(name, url, text);
  };
  listeners.message!({
    data: { python: `${BASE}/engine/1/`, snapshot: true },
    ports: [{ postMessage: (kept: boolean) => told.push(kept) }],
    waitUntil: (work: Promise<unknown>) => done.push(work),
  });
  await Promise.all(done);
  expect([told, [...caches.all.get("tablee-python-1")!.keys()]]).toEqual([
    [true],
    [`${BASE}/engine/1/files.json`, `${BASE}/engine/1/a.zip`],
  ]);
});

it("keeps the files of a game from another package, and forgets older ones", async () => {
  const folders = ["toy/0000000000000000", "toy/1111111111111111", "toys/0000000000000000"];
  const [old, now, other] = folders.map((folder) => `/game-files/${folder}/table.js`);
  for (const path of [old, other]) caches.put("tablee-texts", BASE + path, "old");
  caches.put("tablee-texts", `${BASE}/api/games/toy/strings/en`, "texts");
  answer = () => Promise.resolve(new Response("new"));
  expect(await ask(now!)).toBe("new");
  const kept = [...caches.all.get("tablee-texts")!.keys()].map((url) => url.slice(BASE.length));
  expect(kept.sort()).toEqual(["/api/games/toy/strings/en", now, other].sort());
  answer = () => Promise.reject(new TypeError("no network"));
  expect(await ask(now!)).toBe("new");
});

/** Whether the worker answers a page that is opened at this path. */
function answers(path: string): boolean {
  let answered = false;
  answer = () => Promise.resolve(new Response(""));
  listeners.fetch!({
    request: { method: "GET", url: BASE + path, mode: "navigate", cache: "default" },
    respondWith: () => (answered = true),
    waitUntil: () => {},
  });
  return answered;
}

it.each(["/", "/games/", "/games/more/"])("keeps what other folders of its host have kept, below %s", async (scope) => {
  const of = (folder: string, name: string): string => `${folder === "/" ? "" : `${folder} `}tablee-${name}`;
  const folders = ["/", "/games/", "/games/more/"];
  for (const folder of folders) for (const name of ["client-0", "python-0", "texts"]) caches.put(of(folder, name), "", "");
  begin(scope);
  answer = () => Promise.resolve(new Response('{"files": []}'));
  const done: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>): number => done.push(work);
  listeners.activate!({ waitUntil });
  listeners.message!({ data: { python: `${BASE}${scope}engine/1/` }, waitUntil });
  await Promise.all(done);
  const gone = [of(scope, "client-0"), of(scope, "python-0")];
  for (const folder of folders)
    for (const name of ["client-0", "python-0", "texts"])
      expect([of(folder, name), caches.all.has(of(folder, name))]).toEqual([of(folder, name), !gone.includes(of(folder, name))]);
  expect(caches.all.has(of(scope, "python-1"))).toBe(true);
});

it("answers for its own pages, not for those of a folder below", () => {
  expect(["/", "/t/m", "/games/", "/games/t/m"].map(answers)).toEqual([true, true, false, false]);
  begin("/games/");
  expect(["/", "/t/m", "/games/", "/games/t/m", "/games/more/"].map(answers)).toEqual([false, false, true, true, false]);
});
