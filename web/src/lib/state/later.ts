/** What is fetched before anybody needs it, so that it is there without a network. */
import { api } from "$lib/net/api.ts";
import { keepPython } from "$lib/net/offline.svelte.ts";
import { HOME, SITE } from "$lib/net/place.ts";
import { kept } from "./kept.svelte.ts";

/** On a network that is not metered: the texts of all games, what their packages bring, and Python. Elsewhere, they are kept once they are used. */
export async function keepForLater(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!SITE) active?.postMessage({ texts: (await paths()).map((path) => HOME + path) });
  await keepPython();
}

async function paths(): Promise<string[]> {
  const { lang } = kept;
  const games = await api.games();
  const ofGames = games.flatMap(({ id, guided }) => [
    `/games/${id}/strings/${lang}`,
    `/games/${id}/rules/${lang}`,
    ...(guided ? [`/games/${id}/guide`] : []),
  ]);
  const texts = ["/games", `/strings/${lang}`, ...ofGames].map((path) => `api${path}`);
  return [...texts, ...games.flatMap(({ files = [] }) => files)];
}
