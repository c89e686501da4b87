import { expect, test } from "vitest";
import { PLANS } from "../src/lib/generated/calls.ts";
import { order } from "../src/pages/box/caller.svelte.ts";
import { below, commitment } from "../src/pages/box/fair.ts";
import { CALLED, DRAWN } from "./draws.ts";

test("draws are those of the server, bit for bit", () => {
  for (const { seed, commit, below: drawn } of DRAWN) {
    expect(commitment(seed)).toBe(commit);
    for (const [draw, n, value] of drawn) expect(below(seed, Number(draw), BigInt(n!))).toBe(BigInt(value!));
  }
});

test("calls are those of the rules", () => {
  expect(CALLED.length).toBeGreaterThan(10);
  for (const { game, options, seed, calls } of CALLED) {
    const plan = PLANS[game]!.find((one) => JSON.stringify(one.options) === JSON.stringify(options))!;
    expect(order(seed, plan)).toEqual(calls);
  }
});
