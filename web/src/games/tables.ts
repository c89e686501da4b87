/** The games' components, found by their paths. */
import type { Component } from "svelte";
import { part } from "$lib/parts.svelte.ts";
import Generic from "./generic/Table.svelte";
import type { GlanceProps, ItemProps, TableProps } from "./props.ts";

const tables = import.meta.glob<{ default: Component<TableProps> }>(["./*/Table.svelte", "!./generic/*"]);
const glances = import.meta.glob<{ default: Component<GlanceProps> }>("./*/Glance.svelte");
const items = import.meta.glob<{ default: Component<ItemProps> }>("./*/Item.svelte");

const besides = import.meta.glob<{ default: Component<TableProps> }>("./*/Beside.svelte");

/** The table of a game: its own, or the one that plays any game. */
export async function tableOf(game: string): Promise<Component<TableProps>> {
  const load = tables[`./${game}/Table.svelte`];
  return load ? (await part(load)).default : Generic;
}

export const hasBeside = (game: string): boolean => `./${game}/Beside.svelte` in besides;

/** What a game shows beside its table where there is room. */
export const besideOf = async (game: string): Promise<Component<TableProps>> => (await part(besides[`./${game}/Beside.svelte`]!)).default;

/** The component that draws a game's cards, if it has one. */
export async function itemOf(game: string): Promise<Component<ItemProps> | null> {
  const load = items[`./${game}/Item.svelte`];
  return load ? (await part(load)).default : null;
}

/** The pictures for a game's rules at a glance, if it has them. */
export async function glanceOf(game: string): Promise<Component<GlanceProps> | null> {
  const load = glances[`./${game}/Glance.svelte`];
  return load ? (await part(load)).default : null;
}
