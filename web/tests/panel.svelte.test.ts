import { mount, unmount } from "svelte";
import { expect, it } from "vitest";
import PanelBox from "../src/games/PanelBox.svelte";
import type { PanelOut } from "../src/lib/generated/wire.ts";
import type { Words } from "../src/lib/state/words.ts";

const words = { say: ({ id }: { id: string }) => id } as unknown as Words;

function drawn(panel: PanelOut, look: (box: HTMLElement) => void): void {
  const target = document.createElement("dl");
  const box = mount(PanelBox, { target, props: { panel, words } });
  look(target);
  void unmount(box);
}

it("draws dice with their pips, and says their numbers", () => {
  drawn({ name: "dice", value: ["3", "6", "?"], shape: "dice" }, (box) => {
    expect([...box.querySelectorAll("svg")].map((die) => die.querySelectorAll("circle").length)).toEqual([3, 6]);
    expect(box.querySelector("dd")!.textContent!.replace(/\s+/g, " ").trim()).toBe("3 6 ?");
  });
});

it("draws cards, and items without a shape of their own", () => {
  drawn({ name: "hand", value: ["7", "king"], shape: "cards" }, (box) => {
    expect([...box.querySelectorAll(".card")].map((card) => card.textContent)).toEqual(["7", "king"]);
  });
  drawn({ name: "hand", value: ["7"], shape: "items" }, (box) => expect(box.querySelectorAll(".card")).toHaveLength(0));
});
