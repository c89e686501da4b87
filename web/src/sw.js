// Keeps the client on this device, so that it opens without a network. The build fills in the next two lines.
const FILES = [];
const VERSION = "";

const CLIENT = `tablee-client-${VERSION}`;
const TEXTS = "tablee-texts"; // a server's texts and list of games, as they were last
const KEPT = FILES.map((file) => new URL(file, self.registration.scope).href);
const PYTHON = /\/engine\/([^/]+)\//; // on a static site: each version has a folder of its own
const PATIENCE = 3000; // ms

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CLIENT).then((cache) => cache.addAll(KEPT.map((url) => new Request(url, { cache: "reload" })))));
});

// A new version waits until all pages of the old one are closed, so its files are not needed any more. Matches are not kept here.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const old = (name) => name.startsWith("tablee-") && name !== CLIENT && name !== TEXTS && !name.startsWith("tablee-python-");
      return Promise.all(names.filter(old).map((name) => caches.delete(name)));
    }),
  );
});

self.addEventListener("fetch", (event) => {
  const { method, url, mode, cache } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || cache === "no-store") return;
  if (mode === "navigate") event.respondWith(soon(fetch(event.request), KEPT[0], CLIENT));
  else if (KEPT.includes(url)) event.respondWith(kept(event.request, CLIENT));
  else if (PYTHON.test(pathname)) event.respondWith(kept(event.request, pythonCache(pathname)));
  else if (/\/api\/(games|strings)\b/.test(pathname)) event.respondWith(texts(event));
});

/** What the network answers, if it does so soon; else what is kept, if anything is. */
async function soon(answer, url, cacheName) {
  const there = answer.then((found) => (isAway(found) ? Promise.reject() : found));
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return Promise.race([there, late]).catch(async () => (await caches.match(url, { cacheName })) ?? answer);
}

/** A proxy answers for a server that is away. The server itself answers in JSON. */
const isAway = ({ status, headers }) => status >= 502 && status <= 504 && !headers.get("Content-Type")?.includes("json");

async function kept(request, cacheName) {
  return (await caches.match(request.url, { cacheName })) ?? fetch(request);
}

const pythonCache = (path) => `tablee-python-${PYTHON.exec(path)[1]}`;

// a page uses Python from this folder, or may: keep it, and forget older versions
self.addEventListener("message", (event) => {
  if (event.data?.texts) event.waitUntil(caches.open(TEXTS).then((cache) => cache.addAll(event.data.texts)));
  if (event.data?.python) event.waitUntil((keeping = keeping.catch(() => {}).then(() => keepPython(event.data.python))));
});
let keeping = Promise.resolve(); // one after the other

async function keepPython(folder) {
  const name = pythonCache(new URL(folder).pathname);
  const cache = await caches.open(name);
  const { files } = await (await fetch(`${folder}files.json`)).json();
  const urls = files.map((file) => folder + file);
  const missing = await Promise.all(urls.map(async (url) => ((await cache.match(url)) ? [] : [new Request(url, { cache: "force-cache" })])));
  await cache.addAll(missing.flat());
  const page = await (await caches.match(KEPT[0], { cacheName: CLIENT }))?.text(); // until a newer one is kept, it needs its own
  const old = (other) => other.startsWith("tablee-python-") && other !== name && !page?.includes(other.slice("tablee-python-".length));
  for (const other of await caches.keys()) if (old(other)) await caches.delete(other);
}

function texts(event) {
  const { url } = event.request;
  const answer = fetch(event.request);
  event.waitUntil(answer.then((found) => found.ok && keepText(url, found.clone())).catch(() => {})); // no network, or no room
  return soon(answer, url, TEXTS);
}

const keepText = async (url, answer) => (await caches.open(TEXTS)).put(url, answer);
