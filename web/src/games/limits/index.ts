import type { Manifest } from "../manifest.ts";
import Art from "./Art.svelte";
import { isScene } from "./scene.ts";

export default {
  Art,
  columns: true,
  table: () => import("./Table.svelte"),
  glance: () => import("./Glance.svelte"),
  item: () => import("./Item.svelte"),
  counted: () => import("./Counted.svelte"),
  entry: () => import("./Entry.svelte"),
  words: { en: () => import("./en.ftl?raw"), fr: () => import("./fr.ftl?raw") },
  isScene,
} satisfies Manifest;
