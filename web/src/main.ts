import { mount } from "svelte";
import { mayFetchUnasked } from "$lib/net/connection.ts";
import { HOME } from "$lib/net/place.ts";
import { findGameTexts } from "$lib/state/words.ts";
import App from "./App.svelte";
import { manifestOf } from "./games/manifest.ts";
import "./app.css";

findGameTexts((game, lang) => manifestOf(game).words?.[lang]);

mount(App, { target: document.getElementById("app")! });

// the page works offline afterwards; browsers allow this over https and on this machine only
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    void navigator.serviceWorker.register(`${HOME}sw.js`).catch(() => {});
    if (mayFetchUnasked()) void import("$lib/state/later.ts").then(({ keepForLater }) => keepForLater()).catch(() => {});
  });
}
