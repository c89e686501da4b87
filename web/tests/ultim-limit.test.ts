import { describe, expect, it } from "vitest";
import {
  arranged,
  diceOf,
  exchange,
  isOpen,
  keepText,
  layDice,
  pilesOf,
  readCard,
  type Rows,
  sumsOf,
  waysTo,
} from "../src/games/ultim-limit/turn.ts";

const ORDER = ["blue", "green", "yellow", "purple", "silver", "red", "orange", "pink", "black"];

describe("a roll", () => {
  const legal = ["roll", "stop", "take 2 3+3", "take 2 6", "take 4 3+6", "ultim glass"];

  it("offers the ways to a card, the fewest dice first", () => {
    expect(waysTo(legal, 1).map((way) => way.action)).toEqual(["take 2 6", "take 2 3+3"]);
    expect(waysTo(legal, 3)).toEqual([{ action: "take 4 3+6", dice: [3, 6] }]);
    expect(waysTo(legal, 0)).toEqual([]);
  });

  it("knows the dice of a take, and none of anything else", () => {
    expect(diceOf("take 5 1+2+4")).toEqual([1, 2, 4]);
    expect([...diceOf("roll"), ...diceOf("ultim cards"), ...diceOf(null)]).toEqual([]);
  });

  it("leaves every die in its place, whether it is spent, aimed at or neither", () => {
    const show = (...dice: ReturnType<typeof layDice>): string =>
      dice.map((die) => `${die.value}${die.spent ? "-" : die.aimed ? "!" : ""}`).join(" ");
    expect(show(...layDice(["3", "3", "6"], [], []))).toBe("3 3 6");
    expect(show(...layDice(["3", "3", "6"], [], [3, 6]))).toBe("3! 3 6!");
    expect(show(...layDice(["3", "6"], ["3"], [6]))).toBe("3- 3 6!");
    expect(show(...layDice([], ["1", "2", "2"], [2]))).toBe("1- 2- 2-");
  });

  it("adds up", () => {
    expect(sumsOf([3, 3, 6])).toEqual([3, 6, 9, 12]);
    expect(sumsOf([1, 2, 4])).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sumsOf([])).toEqual([]);
  });
});

describe("a loot", () => {
  it("is laid out by colour, the biggest pile first", () => {
    expect(readCard("blue-12")).toEqual({ colour: "blue", number: 12 });
    expect([...pilesOf(["blue-7", "red-1", "red-9"])]).toEqual([
      ["red", [1, 9]],
      ["blue", [7]],
    ]);
  });

  // piles of 3, 2, 2, 2, 2, 1, 1: two of the four and one of the last two are kept
  const rows: Rows = { count: ["blue", "purple", "silver"], keep: ["green", "yellow", "red"], subtract: ["orange"] };
  const twos = ["green", "yellow", "purple", "silver"];
  const pairs = twos.flatMap((a, n) => twos.slice(n + 1).map((b) => [a, b]));
  const legal = pairs.flatMap((pair) => ["red", "orange"].map((one) => keepText([...pair, one], ORDER)));

  it("names the kept colours in the game's order", () => {
    expect(keepText(["red", "green"], ORDER)).toBe("keep green,red");
    expect(legal).toHaveLength(12);
  });

  it("may be sorted only among equals", () => {
    expect(ORDER.filter((colour) => isOpen(colour, legal))).toEqual(
      [...twos, "red", "orange"].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    );
    expect(exchange(rows, "blue", legal, ORDER)).toBe(rows);
  });

  it("exchanges equal piles by one tap; the last to come stays the longest", () => {
    const once = exchange(rows, "purple", legal, ORDER);
    expect(once).toEqual({ count: ["blue", "green", "silver"], keep: ["yellow", "red", "purple"], subtract: ["orange"] });
    const twice = exchange(once, "silver", legal, ORDER);
    expect(twice.keep).toEqual(["red", "purple", "silver"]);
    expect(twice.count).toEqual(["blue", "green", "yellow"]);
    expect(exchange(rows, "orange", legal, ORDER)).toMatchObject({ keep: ["green", "yellow", "orange"], subtract: ["red"] });
  });

  it("lets a kept pile go for an equal one", () => {
    expect(exchange(rows, "red", legal, ORDER)).toMatchObject({ keep: ["green", "yellow", "orange"], subtract: ["red"] });
    expect(exchange(rows, "green", legal, ORDER).keep).toEqual(["yellow", "red", "purple"]);
  });

  it("shows every choice that was made, and what is laid out without one", () => {
    const size = (colour: string): number => (colour === "blue" ? 3 : twos.includes(colour) ? 2 : 1);
    for (const choice of legal) {
      const { count, keep, subtract } = arranged(rows, choice, size);
      expect(keepText(keep, ORDER)).toBe(choice);
      expect([...count, ...keep, ...subtract].map(size).sort()).toEqual([1, 1, 2, 2, 2, 2, 3]);
      expect([count.map(size).sort(), subtract.map(size)]).toEqual([[2, 2, 3], [1]]);
    }
    expect(arranged(rows, null, size)).toEqual(rows);
  });
});
