import { describe, expect, it } from "vitest";
import type { Shown } from "../src/lib/net/protocol.ts";
import { nextHolder } from "../src/lib/state/hotseat.ts";
import { INFO, MINE } from "./fakes.ts";

const seat = (legal: string[], choice: string | null = null, result: unknown = null): Shown =>
  ({ info: { ...INFO, state: "play" }, mine: { ...MINE, legal, choice }, result, series: null }) as unknown as Shown;
const [asked, done, idle] = [seat(["a1"]), seat(["a1", "a2"], "a1"), seat([])];

describe("a device that goes round", () => {
  it("stays with whoever has to act", () => {
    expect(nextHolder([asked, asked], 1)).toBe(null);
    expect(nextHolder([idle, asked], 1)).toBe(null);
  });

  it("goes to the first who has not chosen yet", () => {
    expect(nextHolder([done, asked, asked], 0)).toBe(1);
    expect(nextHolder([asked, done, done], 2)).toBe(0);
  });

  it("stays while nobody on it has to act", () => {
    expect(nextHolder([idle, idle], 1)).toBe(null);
    expect(nextHolder([done, done], 0)).toBe(null);
  });

  it("shows nobody's secrets after a reload, until somebody has taken it", () => {
    expect(nextHolder([idle, asked], null)).toBe(1);
    expect(nextHolder([idle, idle], null)).toBe(0);
    expect(nextHolder([seat([], null, {}), seat([], null, {})], null)).toBe(null);
    expect(nextHolder([null, null], null)).toBe(null);
  });
});
