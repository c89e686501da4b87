// Keeps the client on this device, so that it opens without a network. The build fills in the next two lines.
const FILES = [];
const VERSION = "";

const SCOPE = new URL(self.registration.scope).pathname;
const OWN = `${SCOPE === "/" ? "" : `${SCOPE} `}tablee-`; // caches of this folder: others on the same host have their own
const CLIENT = `${OWN}client-${VERSION}`;
const PYTHONS = `${OWN}python-`;
const TEXTS = `${OWN}texts`; // a server's texts and list of games, as they were last, and files of games from other packages
const KEPT = FILES.map((file) => new URL(file, self.registration.scope).href);
const PYTHON = /^engine\/([^/]+)\//; // each version has a folder of its own
const PAGES = /^(index\.html|t\/.*)?$/; // what lies deeper may be another table's folder
const PATIENCE = 3000; // ms

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CLIENT).then((cache) => cache.addAll(KEPT.map((url) => new Request(url, { cache: "reload" })))));
});

// A new version waits until all pages of the old one are closed, so its files are not needed any more. Matches are not kept here.
// The page of the first visit has no old version: it is served from here at once.
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), forgetOld()])));

async function forgetOld() {
  const old = (name) => name.startsWith(OWN) && name !== CLIENT && name !== TEXTS && !name.startsWith(PYTHONS);
  for (const name of await caches.keys()) if (old(name)) await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const { method, url, mode, cache } = event.request;
  const { origin, pathname, search } = new URL(url);
  const path = pathname.slice(SCOPE.length); // below the folder
  const plain = search ? url.slice(0, url.indexOf("?")) : url; // workers have a new query each time: see engine.svelte.ts
  if (method !== "GET" || origin !== location.origin || !pathname.startsWith(SCOPE) || cache === "no-store") return;
  if (mode === "navigate" && PAGES.test(path)) event.respondWith(soon(fetch(event.request), KEPT[0], CLIENT));
  else if (KEPT.includes(plain)) event.respondWith(kept(plain, event.request));
  else if (PYTHON.test(path)) event.respondWith(python(event));
  else if (/^(api\/(games|strings)|game-files)\b/.test(path)) event.respondWith(texts(event));
});

/** What the network answers, if it does so soon; else what is kept, if anything is. */
async function soon(answer, url, cacheName) {
  const there = answer.then((found) => (isAway(found) ? Promise.reject() : found));
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE));
  return Promise.race([there, late]).catch(async () => (await caches.match(url, { cacheName })) ?? answer);
}

/** A proxy answers for a server that is away. The server itself answers in JSON. */
const isAway = ({ status, headers }) => status >= 502 && status <= 504 && !headers.get("Content-Type")?.includes("json");

async function kept(url, request) {
  return (await caches.match(url, { cacheName: CLIENT })) ?? fetch(request);
}

const pythonCache = (url) => PYTHONS + PYTHON.exec(new URL(url).pathname.slice(SCOPE.length))[1];
const arriving = new Map(); // files of Python on their way, by URL: a promise that they are kept, or will not be

/** Whoever asks for a file that is on its way waits: once over the network is enough. Call the result when it is kept, or will not be. */
async function alone(url) {
  while (arriving.has(url)) await arriving.get(url);
  let end;
  arriving.set(url, new Promise((done) => (end = done)));
  return () => (arriving.delete(url), end());
}

/** A file of Python. What a page fetches is kept on the way: afterwards the host may be gone, and it may forbid other caches. */
async function python(event) {
  const { url } = event.request;
  const end = await alone(url);
  let keeping;
  try {
    const cache = await caches.open(pythonCache(url));
    const found = await cache.match(url);
    if (found) return found;
    const answer = await fetch(event.request);
    if (answer.ok)
      event.waitUntil(
        (keeping = cache
          .put(url, answer.clone())
          .catch(() => {})
          .then(end)),
      ); // perhaps there is no room
    return answer;
  } finally {
    if (!keeping) end();
  }
}

// a page uses Python from this folder, or may: keep it, with its snapshot if that is wanted, and forget older versions
self.addEventListener("message", (event) => {
  if (event.data?.texts) event.waitUntil(caches.open(TEXTS).then((cache) => cache.addAll(event.data.texts)));
  const said = (kept) => event.ports?.[0]?.postMessage(kept);
  if (event.data?.python)
    event.waitUntil(
      keepPython(event.data.python, event.data.snapshot).then(
        () => said(true),
        () => said(false),
      ),
    );
});

async function keepPython(folder, wanted) {
  const name = pythonCache(folder);
  const cache = await caches.open(name);
  await keepFile(cache, `${folder}files.json`);
  const { files, snapshot } = await (await cache.match(`${folder}files.json`)).json();
  await Promise.all(files.filter((file) => file !== snapshot?.name).map((file) => keepFile(cache, folder + file)));
  if (wanted && snapshot) await keepFile(cache, folder + snapshot.name).catch(() => {}); // it only saves time
  const page = await (await caches.match(KEPT[0], { cacheName: CLIENT }))?.text(); // until a newer one is kept, it needs its own
  const old = (other) => other.startsWith(PYTHONS) && other !== name && !page?.includes(other.slice(PYTHONS.length));
  for (const other of await caches.keys()) if (old(other)) await caches.delete(other);
}

async function keepFile(cache, url) {
  const end = await alone(url);
  try {
    if (!(await cache.match(url))) await cache.add(new Request(url, { cache: "force-cache" }));
  } finally {
    end();
  }
}

function texts(event) {
  const { url } = event.request;
  const answer = fetch(event.request);
  event.waitUntil(answer.then((found) => found.ok && keepText(url, found.clone())).catch(() => {})); // no network, or no room
  return soon(answer, url, TEXTS);
}

async function keepText(url, answer) {
  const cache = await caches.open(TEXTS);
  await cache.put(url, answer);
  const [folder, game] = /^.*\/(game-files\/[^/]+\/)[^/]+\//.exec(url) ?? []; // each version of a game's files has a folder of its own
  if (folder)
    for (const { url: old } of await cache.keys()) if (old.includes(game) && !old.startsWith(folder)) await cache.delete(old);
}
