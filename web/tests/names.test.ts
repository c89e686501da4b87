import { expect, it } from "vitest";
import type { SeatInfo } from "../src/lib/generated/wire.ts";
import { charactersOf } from "../src/lib/state/characters.ts";
import { initial } from "../src/lib/state/names.ts";

it("the first letter of a name is whole, an emoji too", () => {
  expect(initial("zoé")).toBe("Z");
  expect(initial("🦊 Zoé")).toBe("🦊");
  expect(initial("👩🏽‍🚀")).toBe("👩🏽‍🚀");
  expect(initial("")).toBe("");
});

const bot = (level: string): SeatInfo => ({ kind: "bot", level });

it("bots at one table have different names and faces, and always the same ones", () => {
  const seats: SeatInfo[] = [
    { kind: "person", names: ["Ada"] },
    ...Array.from({ length: 30 }, () => bot("greedy")),
    bot("expert"),
    bot("sensible"),
  ];
  const cast = charactersOf(seats);
  expect(cast[0]).toBeNull();
  expect(new Set(cast.slice(1).map((one) => one!.name)).size).toBe(seats.length - 1);
  expect(new Set(cast.slice(1, 7).map((one) => JSON.stringify(one!.face))).size).toBe(6);
  expect(charactersOf(seats)).toEqual(cast);
});
