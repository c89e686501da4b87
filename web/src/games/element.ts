/**
 * What the package of a game brings for this client: `table.js` in its folder defines a custom element, `table.css` says how that looks,
 * and `cover.svg` is the illustration. See "A table of its own" in CONTRIBUTING.md.
 */
import type { Component } from "svelte";
import Element from "./Element.svelte";
import { fileOf } from "./files.ts";
import type { TableProps } from "./props.ts";
export { default as Cover } from "./Cover.svelte";

/** The table of a game that this client does not know: from its package, or the one that plays any game. */
export const tableOf = async (game: string): Promise<{ default: Component<TableProps> }> =>
  (await isDefined(game)) ? { default: Element } : import("./generic/Table.svelte");

/** Loads a game's element, if its package has one. */
async function isDefined(game: string): Promise<boolean> {
  const tag = `tablee-${game}`;
  const [code, style] = [await fileOf(game, "table.js"), await fileOf(game, "table.css")];
  if (!code) return false;
  try {
    await Promise.all([import(/* @vite-ignore */ code), style && link(style)]);
    if (customElements.get(tag)) return true;
    throw new Error(`table.js does not define the element ${tag}`);
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
