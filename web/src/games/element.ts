/**
 * What the package of a game brings for this client: `table.js` in its folder defines a custom element, `table.css` says how that looks,
 * and `cover.svg` is the illustration. See "A table of its own" in CONTRIBUTING.md.
 */
import type { Component } from "svelte";
import { api } from "$lib/net/api.ts";
import { SITE } from "$lib/net/transport.ts";
import type { TableProps } from "./props.ts";

export const tagOf = (game: string): string => `tablee-${game}`;

/** The URL of a file in a game's package; null if there is none. */
export async function fileOf(game: string, name: string): Promise<string | null> {
  const info = (await api.games().catch(() => [])).find(({ id }) => id === game);
  const path = info?.files?.find((file) => file.endsWith(`/${name}`));
  return path ? new URL(path, new URL(SITE ? "./" : "/", document.baseURI)).href : null;
}

/** The table of a game that this client does not know: from its package, or the one that plays any game. */
export const tableOf = async (game: string): Promise<{ default: Component<TableProps> }> =>
  (await isDefined(game)) ? import("./Element.svelte") : import("./generic/Table.svelte");

/** Loads a game's element, if its package has one. */
async function isDefined(game: string): Promise<boolean> {
  const [code, style] = [await fileOf(game, "table.js"), await fileOf(game, "table.css")];
  if (!code) return false;
  try {
    await Promise.all([import(/* @vite-ignore */ code), style && link(style)]);
    if (customElements.get(tagOf(game))) return true;
    throw new Error(`table.js does not define the element ${tagOf(game)}`);
  } catch (error) {
    console.error(`The table of ${game} cannot be used:`, error);
    return false;
  }
}

const links = new Map<string, Promise<void>>();

/** Adds a stylesheet to the page, once. */
function link(href: string): Promise<void> {
  const found =
    links.get(href) ??
    new Promise<void>((onload, onerror) =>
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror })),
    );
  links.set(href, found);
  return found;
}
