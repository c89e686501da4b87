/** What is fetched before anybody needs it, so that it is there without a network. */
import { api } from "$lib/net/api.ts";
import { keepPython } from "$lib/net/offline.svelte.ts";
import { SITE } from "$lib/net/transport.ts";
import { kept } from "./kept.svelte.ts";

/** On a network that is not metered: the texts of all games and Python. Elsewhere, they are kept once they are used. */
export async function keepForLater(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!SITE) active?.postMessage({ texts: (await textPaths()).map((path) => new URL(`/api${path}`, location.origin).href) });
  await keepPython();
}

async function textPaths(): Promise<string[]> {
  const { lang } = kept;
  const ofGames = (await api.games()).flatMap(({ id, guided }) => [
    `/games/${id}/strings/${lang}`,
    `/games/${id}/rules/${lang}`,
    ...(guided ? [`/games/${id}/guide`] : []),
  ]);
  return ["/games", `/strings/${lang}`, ...ofGames];
}
