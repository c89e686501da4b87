import { FluentBundle, FluentResource } from "@fluent/bundle";
import { mount, unmount } from "svelte";
import { expect, it } from "vitest";
import { Words } from "../src/lib/state/words.ts";
import Players from "../src/pages/table/Players.svelte";
import english from "../src/words/table/en.ftl?raw";
import french from "../src/words/table/fr.ftl?raw";
import { INFO } from "./fakes.ts";

it.each([
  ["en", english, ["1st of 30", "2nd of 30", "3rd of 30", "4th of 30", "11th of 30", "12th of 30", "22nd of 30"]],
  ["fr", french, ["1er sur 30", "2e sur 30", "3e sur 30", "4e sur 30", "11e sur 30", "12e sur 30", "22e sur 30"]],
] as const)("tells the place of a player in a big room: %s", (lang, texts, told) => {
  const bundle = new FluentBundle(lang, { useIsolating: false });
  bundle.addResource(new FluentResource(texts));
  const names = Array.from({ length: 30 }, (_, n) => `P${n}`);
  const said = [1, 2, 3, 4, 11, 12, 22].map((place) => {
    const rest = { you: 0, toAct: [], chosen: [], count: [0, 30] as const, here: 30, over: null };
    const shown = mount(Players, {
      target: document.body,
      props: { names, info: INFO, place, words: new Words(lang, bundle, names), ...rest },
    });
    const text = document.querySelector(".crowd")!.textContent!.trim();
    void unmount(shown);
    return text.split(" · ")[0];
  });
  expect(said).toEqual(told);
});
