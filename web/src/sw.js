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
  if (mode === "navigate") event.respondWith(page(event.request));
  else if (KEPT.includes(url)) event.respondWith(kept(event.request, CLIENT));
  else if (PYTHON.test(pathname)) event.respondWith(kept(event.request, pythonCache(pathname)));
  else if (/\/api\/(games|strings)\b/.test(pathname)) event.respondWith(texts(event.request));
});

/** The newest page if there is a network, and it answers soon. */
async function page(request) {
  const newest = fetch(request);
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return Promise.race([newest, late]).catch(async () => (await caches.match(KEPT[0], { cacheName: CLIENT })) ?? newest);
}

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
  for (const other of await caches.keys()) if (other.startsWith("tablee-python-") && other !== name) await caches.delete(other);
}

async function texts(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(TEXTS)).put(request.url, answer.clone());
    return answer;
  } catch (error) {
    const found = await caches.match(request.url, { cacheName: TEXTS });
    if (found) return found;
    throw error;
  }
}
