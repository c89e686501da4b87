/** The parts of the games, found by their paths. */
import type { Component } from "svelte";
import Generic from "./generic/Table.svelte";
import type { ItemProps, TableProps } from "./props.ts";

const tables = import.meta.glob<{ default: Component<TableProps> }>(["./*/Table.svelte", "!./generic/*"]);
const items = import.meta.glob<{ default: Component<ItemProps> }>("./*/Item.svelte");

/** The table of a game: its own, or the one that plays any game. */
export async function tableOf(game: string): Promise<Component<TableProps>> {
  const load = tables[`./${game}/Table.svelte`];
  return load ? (await load()).default : Generic;
}

/** How a game draws a card, if it has a way of its own. */
export const itemOf = async (game: string): Promise<Component<ItemProps> | null> => (await items[`./${game}/Item.svelte`]?.())?.default ?? null;
