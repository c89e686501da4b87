import { mount } from "svelte";
import { api } from "$lib/api.ts";
import { mayFetchUnasked } from "$lib/connection.ts";
import { kept } from "$lib/kept.svelte.ts";
import { ENGINE, SITE } from "$lib/transport.ts";
import App from "./App.svelte";
import "./app.css";

mount(App, { target: document.getElementById("app")! });

// the page works offline afterwards; browsers allow this over https and on this machine only
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    void navigator.serviceWorker.register(SITE ? "./sw.js" : "/sw.js").catch(() => {});
    if (mayFetchUnasked()) void keepForLater().catch(() => {});
  });
}

/** The texts of all games, and Python, once the page itself is kept. Elsewhere, they are kept once they are used. */
async function keepForLater(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!SITE) active?.postMessage({ texts: (await textPaths()).map((path) => new URL(`/api${path}`, location.origin).href) });
  if (ENGINE) await (await import("$lib/offline.svelte.ts")).keepPython();
}

async function textPaths(): Promise<string[]> {
  const { lang } = kept;
  const ofGames = (await api.games()).flatMap(({ id, guided }) => [`/games/${id}/strings/${lang}`, `/games/${id}/rules/${lang}`, ...(guided ? [`/games/${id}/guide`] : [])]);
  return ["/games", `/strings/${lang}`, ...ofGames];
}
