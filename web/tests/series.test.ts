import { describe, expect, it } from "vitest";
import { leadersAndNeighbours, ranked, standing } from "../src/lib/state/series.ts";

describe("the standings of many", () => {
  const scores = Array.from({ length: 30 }, (_, seat) => (seat * 7) % 30); // all differ
  const order = ranked(standing(scores));
  const placeOf = (seat: number): number => order.indexOf(seat) + 1;

  it("ranks from the best to the worst, equal ones by seat", () => {
    expect(ranked(standing([5, 9, 5, 7]))).toEqual([1, 3, 0, 2]);
  });

  it.each([1, 2, 12, 29, 30])("shows the player in place %i the leaders and those next to them", (place) => {
    const you = order[place - 1]!;
    const found = leadersAndNeighbours(order, you, 6).map(placeOf);
    expect(found).toHaveLength(6);
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(found).not.toContain(place);
    expect(found).toEqual(expect.arrayContaining([1, 2, 3].filter((leader) => leader !== place)));
    expect(found).toEqual(expect.arrayContaining([place - 1, place + 1].filter((near) => near >= 1 && near <= 30)));
  });

  it("shows spectators the leaders", () => {
    expect(leadersAndNeighbours(order, null, 6).map(placeOf)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
