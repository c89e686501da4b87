/** The table of a game: its own, found by its path, or the one that plays any game. */
import type { Component } from "svelte";
import Generic from "./generic/Table.svelte";
import type { TableProps } from "./props.ts";

const tables = import.meta.glob<{ default: Component<TableProps> }>(["./*/Table.svelte", "!./generic/*"]);

export async function tableOf(game: string): Promise<Component<TableProps>> {
  const load = tables[`./${game}/Table.svelte`];
  return load ? (await load()).default : Generic;
}
