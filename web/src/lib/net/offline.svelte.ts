/** What this browser keeps of the site, and so what works without a network: the client, by its service worker, and Python. */
import { isMetered } from "./connection.ts";
import type { Files } from "./engine/messages.ts";
import { ENGINE, scoped, SITE } from "./place.ts";

export const offline = $state({
  /** Whether a service worker serves this page: then it has all of the client. */
  client: false,
  python: "missing" as "missing" | "arriving" | "failed" | "kept",
});

const folder = (): string => new URL(ENGINE, document.baseURI).href;
const cacheName = (): string => scoped(`tablee-python-${ENGINE.replace(/\/$/, "").split("/").pop()}`);

/** Looks what is kept. */
export async function look(): Promise<void> {
  const workers = navigator.serviceWorker;
  offline.client = Boolean(workers?.controller);
  workers?.addEventListener("controllerchange", () => (offline.client = true), { once: true });
  if (ENGINE && "caches" in globalThis && (await isKept()) && offline.python !== "arriving") offline.python = "kept";
}

async function isKept(): Promise<boolean> {
  if (!(await caches.has(cacheName()))) return false;
  const cache = await caches.open(cacheName());
  const list = (await (await cache.match(`${folder()}files.json`))?.json()) as Files | undefined;
  if (!list) return false;
  const found = await Promise.all(
    list.files.filter((file) => file !== list.snapshot?.name).map((file) => cache.match(folder() + file)),
  );
  return found.every(Boolean);
}

/** Lets the service worker keep Python, and fetch what it does not have yet. */
export async function keepPython(): Promise<void> {
  if (!ENGINE || !("serviceWorker" in navigator) || offline.python === "arriving" || offline.python === "kept") return;
  offline.python = "arriving";
  try {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<boolean>((done) => (port1.onmessage = ({ data }: MessageEvent<boolean>) => done(data)));
    active?.postMessage({ python: folder(), snapshot: !isMetered() }, [port2]);
    offline.python = (await answer) ? "kept" : "failed";
  } catch {
    offline.python = "failed"; // no network
  }
}

/** On a site without a server: somebody is about to play, so Python may as well begin to load. */
export function prepare(): void {
  if (SITE)
    void import("./engine/engine.svelte.ts").then(
      ({ engine }) => engine.warm(),
      () => {},
    );
}
