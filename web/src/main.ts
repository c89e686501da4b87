import { mount } from "svelte";
import { api } from "$lib/api.ts";
import { kept } from "$lib/kept.svelte.ts";
import { ENGINE, SITE } from "$lib/transport.ts";
import App from "./App.svelte";
import "./app.css";

const SOON = 8000; // ms after which the first page needs the network no more

mount(App, { target: document.getElementById("app")! });

// the page works offline afterwards; browsers allow this over https and on this machine only
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register(SITE ? "./sw.js" : "/sw.js").catch(() => {}));
  setTimeout(() => void keepForLater().catch(() => {}), SOON);
}

/** The texts of all games, and Python, unless the visitor wants to save data: then they are kept once they are used. */
async function keepForLater(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  if (connection?.saveData) return;
  const { active } = await navigator.serviceWorker.ready;
  if (!SITE) active?.postMessage({ texts: (await textPaths()).map((path) => new URL(`/api${path}`, location.origin).href) });
  if (ENGINE) active?.postMessage({ python: new URL(ENGINE, document.baseURI).href });
}

async function textPaths(): Promise<string[]> {
  const { lang } = kept;
  const ofGames = (await api.games()).flatMap(({ id, guided }) => [`/games/${id}/strings/${lang}`, `/games/${id}/rules/${lang}`, ...(guided ? [`/games/${id}/guide`] : [])]);
  return ["/games", `/strings/${lang}`, ...ofGames];
}
