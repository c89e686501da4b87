import { describe, expect, it } from "vitest";
import type { BubbleInfo } from "../src/lib/generated/wire.ts";
import { HASTE, lightsUp, type Situation, Tour } from "../src/lib/state/guide.svelte.ts";
import { around, boxAround } from "../src/pages/table/spotlight.ts";

const bubble = (more: Partial<BubbleInfo> = {}): BubbleInfo => ({
  text: "guide-a",
  point: ["suggest:c3"],
  when: "asked",
  until: "act",
  ...more,
});
const at = (more: Partial<Situation> = {}): Situation => ({
  legal: ["c3", "c4"],
  events: [],
  over: false,
  turn: 1,
  n: 0,
  ...more,
});

describe("what a bubble lights", () => {
  it("is its suggestion, then whatever is legal once the player has gone another way", () => {
    expect(lightsUp(bubble(), ["c3", "c4"], true)).toEqual(["c3"]);
    expect(lightsUp(bubble(), ["c3", "c4"], false)).toEqual(["c3", "c4"]);
    expect(lightsUp(bubble(), ["c4"], true)).toEqual(["c4"]);
  });

  it("may be a kind of action, for everybody", () => {
    expect(lightsUp(bubble({ point: ["action:swap *", "action:keep"] }), ["keep", "red 1", "swap 2"], false)).toEqual([
      "keep",
      "swap 2",
    ]);
    expect(lightsUp(bubble({ point: ["panel:call"] }), ["c3"], true)).toEqual([]);
  });
});

describe("the light", () => {
  it("has the shape of what it falls on", () => {
    const hexagon = [0, 1, 2, 3, 4, 5].map((n) => ({
      x: 50 + 10 * Math.cos((n * Math.PI) / 3),
      y: 80 + 10 * Math.sin((n * Math.PI) / 3),
    }));
    const { d, x, y } = around(hexagon, 5);
    expect([Math.round(x), Math.round(y), d.split("L").length, d.slice(0, 9)]).toEqual([50, 80, 6, "M15.0 0.0"]);
    const box = { x: 10, y: 20, width: 40, height: 10 } as DOMRect;
    expect(boxAround(box, 5, 99)).toMatchObject({ x: 30, y: 25 });
    expect(boxAround(box, 5, 99).d).toContain("a10 10"); // no rounder than it is high
  });
});

describe("a tour", () => {
  it("moves on with the player's own action, at the next step", () => {
    const tour = new Tour([bubble(), bubble({ point: ["suggest:c4"] })]);
    tour.look(at({ legal: [] }));
    expect(tour.shown).toBeNull();
    tour.look(at());
    expect(tour.shown).toBe(0);
    tour.tap("c3", ["c3", "c4"]);
    tour.look(at({ n: 1 })); // chosen, but others are still choosing
    expect([tour.shown, tour.passed]).toEqual([null, [0]]);
    tour.look(at({ n: 1, turn: 2 }));
    expect([tour.shown, tour.actions(["c4", "d1"])]).toEqual([1, ["c4"]]);
  });

  it("keeps what is to be read from a player who acts in the moment it appears", () => {
    let time = 0;
    const tour = new Tour([bubble({ when: "legal:go", point: ["page:score"], until: "read" })], [], () => time);
    tour.look(at({ legal: ["go"] }));
    tour.tap("go", ["go"]); // meant before the bubble came
    tour.look(at({ legal: ["roll"], n: 1, turn: 2 }));
    expect([tour.shown, tour.learned]).toEqual([null, false]);
    tour.look(at({ legal: ["go"], n: 2, turn: 5 })); // the next turn
    expect(tour.shown).toBe(0);
    time = HASTE;
    tour.tap("go", ["go"]);
    tour.look(at({ legal: ["roll"], n: 3, turn: 6 }));
    expect(tour.learned).toBe(true);
  });

  it("hands over after its last bubble, once, and not to players who skip", () => {
    const tour = new Tour([bubble(), bubble({ until: "read" })]);
    tour.look(at());
    tour.look(at({ n: 1, turn: 2 }));
    expect([tour.shown, tour.learned]).toEqual([1, false]);
    tour.read(at({ n: 1, turn: 2 }));
    expect([tour.shown, tour.learned]).toEqual([null, true]);
    expect(new Tour(tour.bubbles, tour.passed).learned).toBe(true); // after a reload too
    tour.skip();
    expect([tour.learned, new Tour(tour.bubbles, tour.passed).learned]).toEqual([false, false]);
  });

  it("moves on when the action leads to a scene, before it counts", () => {
    const tour = new Tour([bubble({ when: "legal:accuse *", point: ["action:accuse *"] }), bubble({ when: "event:finding" })]);
    tour.look(at({ legal: ["accuse 1"] }));
    tour.tap("accuse 1", ["accuse 1"]);
    tour.look(at({ legal: [] })); // the verdict is being told
    tour.look(at({ legal: [], n: 1, turn: 2, events: [{ id: "finding", args: {} }] }));
    expect([tour.shown, tour.passed]).toEqual([1, [0]]);
  });

  it("drops its suggestions, and the lines they lie in, when the player does something else", () => {
    const tour = new Tour([bubble({ point: ["suggest:c3", "along:c3 c4"] }), bubble({ point: ["suggest:c4", "along:c3 c4"] })]);
    tour.look(at());
    expect([tour.along(["c3", "c4"]), tour.along(["c4", "d1"])]).toEqual([["c3", "c4"], []]);
    tour.tap("a1", ["a1", "c3"]);
    tour.look(at({ n: 1, turn: 2 }));
    expect([tour.shown, tour.actions(["c4", "d1"]), tour.along(["c4", "d1"])]).toEqual([1, ["c4", "d1"], []]);
  });

  it("waits for a step of the right kind, and takes a bubble back when its step has gone by", () => {
    const tour = new Tour([bubble({ when: "legal:take *" }), bubble({ when: "event:count", until: "read" })]);
    tour.look(at());
    expect(tour.shown).toBeNull();
    tour.look(at({ legal: ["take 1 6"] }));
    expect(tour.shown).toBe(0);
    tour.look(at({ legal: [] }));
    expect([tour.shown, tour.passed]).toEqual([null, []]);
    tour.look(at({ legal: [], events: [{ id: "count", args: {} }] }));
    expect(tour.shown).toBe(1);
    tour.look(at({ legal: [] })); // the news is read at leisure
    tour.read(at({ legal: ["take 2 6"] }));
    expect([tour.shown, tour.passed]).toEqual([0, [1]]);
    tour.skip();
    expect([tour.shown, tour.learned]).toEqual([null, false]);
  });
});
