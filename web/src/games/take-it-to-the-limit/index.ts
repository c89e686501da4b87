import type { Manifest } from "../manifest.ts";
import Art from "./Art.svelte";

export default {
  Art,
  columns: true,
  table: () => import("./Table.svelte"),
  moment: () => import("./Moment.svelte"),
  glance: () => import("./Glance.svelte"),
  counted: () => import("./Counted.svelte"),
  entry: () => import("./Entry.svelte"),
  parts: () => import("$parts/take_it_to_the_limit/parts.toml"),
  words: { en: () => import("./en.ftl?raw"), fr: () => import("./fr.ftl?raw") },
} satisfies Manifest;
