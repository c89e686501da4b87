import type { Manifest } from "../manifest.ts";
import Art from "./Art.svelte";

export default {
  Art,
  columns: true,
  table: () => import("./Table.svelte"),
  glance: () => import("./Glance.svelte"),
  counted: () => import("./Counted.svelte"),
  entry: () => import("./Entry.svelte"),
  words: { en: () => import("./en.ftl?raw"), fr: () => import("./fr.ftl?raw") },
  isScene: (events) => events.some(({ id }) => id === "sand"), // a lost turn
} satisfies Manifest;
