import { describe, expect, it } from "vitest";
import parts from "../../src/tablee/games/take_it_to_the_limit/parts.toml";
import { readBoard, step, track } from "../src/lib/tiles/hex.ts";
import { marksOf, patternOf } from "../src/lib/tiles/tiles.ts";

const EASY = ". . . / . . . . / . . 9-7-3 . . / . . . . / . . .";

describe("a board", () => {
  it("has its cells named and placed as the rules do", () => {
    const board = readBoard(EASY);
    expect(board.cells).toHaveLength(19);
    expect(board.cells.find((cell) => cell.name === "c3")).toMatchObject({ tile: "9-7-3", x: 0, y: 0 });
    expect(board.cells[0]).toMatchObject({ name: "a1", x: -3, height: -2 });
    expect(readBoard(". . / . . . / . .", "s:").cells[0]!.name).toBe("s:a1");
  });

  it("is walked by arrows, every cell from every other", () => {
    const board = readBoard(EASY);
    expect(step(board, "c3", "ArrowUp")).toBe("c2");
    expect(step(board, "c1", "ArrowUp")).toBeNull();
    expect(step(board, "a1", "ArrowLeft")).toBeNull();
    expect(step(board, "c3", "x")).toBeNull();
    const reached = new Set(["c3"]);
    for (const cell of reached)
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) reached.add(step(board, cell, key) ?? cell);
    expect(reached.size).toBe(19);
  });

  it("draws a line only where all its cells are", () => {
    const board = readBoard(EASY);
    expect(track(board, ["a1", "a2", "a3"], 0)).toMatchObject({ x1: -3, x2: -3 });
    expect(track(board, ["a1", "s:a1"])).toBeNull();
  });
});

describe("tiles", () => {
  it("carry the symbols and metals of parts.toml", () => {
    const marks = marksOf(parts);
    expect(marks("1-2-3")).toEqual({ symbol: "sun", metal: "gold" });
    expect(marks("1-2-5")).toEqual({ symbol: "moon", metal: "silver" });
    expect(marks("12-11-10")).toEqual({ symbol: "moon" });
  });

  it("have a pattern of its own for every value of a direction", () => {
    for (const side of [parts.tiles.top, parts.tiles.left, parts.tiles.right] as number[][])
      expect(new Set(side.map(patternOf)).size).toBe(side.length);
  });
});
