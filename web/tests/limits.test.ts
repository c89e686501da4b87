import { describe, expect, it } from "vitest";
import parts from "../../src/tablee/games/limits/parts.toml";
import {
  allowed,
  drawn,
  FACES,
  hidden,
  hideAction,
  placesOf,
  type Reveal,
  revealOf,
  stepsOf,
  toHide,
} from "../src/games/limits/cards.ts";
import { isScene } from "../src/games/limits/scene.ts";
import type { GameEvent } from "../src/games/props.ts";
import type { LimitsMessage } from "../src/lib/generated/ids.ts";

type Event = GameEvent<LimitsMessage>;

const say = (id: LimitsMessage, args: Event["args"] = {}): Event => ({ id, args });

it("has a sign of its own for every colour of the deck", () => {
  expect(Object.keys(FACES)).toEqual(parts.cards.colours);
  expect(new Set(Object.values(FACES).map((face) => face.sign)).size).toBe(parts.cards.colours.length);
});

describe("hiding", () => {
  const one = ["hide red", "hide blue"];
  const two = ["hide red red", "hide red blue", "hide blue purple"];

  it("asks for as many cards as the actions name, and finds the action in whichever order they are picked", () => {
    expect([toHide(one), toHide(two), toHide(["red", "four red", "accuse 1"]), toHide([])]).toEqual([1, 2, 0, 0]);
    expect(hideAction(one, ["blue"])).toBe("hide blue");
    expect(hideAction(two, ["purple", "blue"])).toBe("hide blue purple");
    expect(hideAction(two, ["red"])).toBeUndefined();
    expect(hideAction(["red", "accuse 1"], [])).toBeUndefined();
    expect([hidden("hide red blue"), hidden("red"), hidden(null)]).toEqual([["red", "blue"], [], []]);
  });

  it("marks as many cards of a colour as are hidden", () => {
    expect(placesOf(["red", "red", "blue", "blue"], ["blue", "red"])).toEqual([0, 2]);
    expect(placesOf(["red", "red", "blue"], ["red", "red"])).toEqual([0, 1]);
    expect(placesOf(["red"], [])).toEqual([]);
  });
});

it("knows which card of the hand has just been drawn: the last of its colour", () => {
  const events = [say("lays", { seat: 0, colour: "blue" }), say("you-draw", { colour: "red" })];
  expect(drawn(events, ["red", "red", "green"])).toEqual([1]);
  expect(drawn([], ["red"])).toEqual([]);
});

describe("an accusation", () => {
  const events = (verdict: LimitsMessage, most: string, laid: number): Event[] => [
    say("accuses", { seat: 2, other: 0, colour: "red" }),
    say("raiser", { seat: 0, colour: "blue" }),
    say("raiser", { seat: 1, colour: "red" }),
    say("finding", { colour: "red", laid, most, raised: 1, allowed: most }),
    say(verdict, { seat: 2, other: 0, won: 1 }),
    say("limit-turned", {}),
  ];
  const reveal = (verdict: LimitsMessage, most: string, laid: number): Reveal => revealOf(events(verdict, most, laid))!;

  it("tells who takes the card and who gets the point", () => {
    expect(reveal("guilty", "2", 4)).toMatchObject({
      accuser: 2,
      accused: 0,
      colour: "red",
      guilty: true,
      taker: 0,
      winner: 2,
      won: 1,
    });
    expect(reveal("innocent", "3", 4)).toMatchObject({ guilty: false, taker: 2, winner: 0 });
    expect(reveal("guilty", "2", 4).raisers).toMatchObject([
      { seat: 0, colour: "blue" },
      { seat: 1, colour: "red" },
    ]);
    expect(revealOf([say("lays", { seat: 1, colour: "red" })])).toBeNull();
  });

  it("is a scene, and no other news is", () => {
    expect(isScene(events("guilty", "2", 4))).toBe(true);
    expect(isScene([say("lays", { seat: 1, colour: "red" }), say("limit-turned")])).toBe(false);
  });

  it("allows what the limit card and the raisers of its colour allow, or anything", () => {
    expect([allowed(reveal("guilty", "2", 4)), allowed(reveal("innocent", "X", 5))]).toEqual([3, null]);
  });

  it("is told in order: limit, raisers one by one, cards one by one, silence, verdict", () => {
    const steps = stepsOf(reveal("guilty", "2", 3), false);
    expect(steps.map(({ kind }) => kind)).toEqual(["limit", "raiser", "raiser", "card", "card", "card", "verdict"]);
    expect(steps.map(({ wait }) => wait)).toEqual([400, 500, 500, 350, 350, 350, 600]);
    expect(new Set(stepsOf(reveal("guilty", "2", 3), true).map(({ wait }) => wait))).toEqual(new Set([600]));
  });
});
