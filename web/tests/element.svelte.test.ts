import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";
import Element from "../src/games/Element.svelte";
import type { TableProps } from "../src/games/props.ts";

class Table extends HTMLElement {
  legal: readonly string[] = [];
  seen: string[] = [];
  tableChanged(): void {
    this.seen.push(this.legal.join());
  }
}

it("gives an element the props of a table, and hears its events", () => {
  customElements.define("tablee-element-test", Table);
  const [act, weigh] = [vi.fn(), vi.fn()];
  const props = $state({ info: { game: "element-test" }, legal: ["take"], act, weigh } as unknown as TableProps);
  const shown = mount(Element, { target: document.body, props });
  flushSync();
  const element = document.querySelector<Table>("tablee-element-test")!;
  Object.assign(props, { legal: ["take", "leave"], info: { ...props.info } });
  flushSync();
  expect(document.querySelector("tablee-element-test")).toBe(element); // the same one: it may have the focus
  expect(element.seen).toEqual(["take", "take,leave"]);
  expect("act" in element || "scene" in element).toBe(false);
  element.dispatchEvent(new CustomEvent("act", { detail: { action: "take" } }));
  element.dispatchEvent(new CustomEvent("weigh", { detail: { action: null } }));
  expect(act).toHaveBeenCalledWith("take", undefined);
  expect(weigh).toHaveBeenCalledWith(null);
  void unmount(shown);
});
