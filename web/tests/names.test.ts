import { expect, it } from "vitest";
import { initial } from "../src/lib/names.ts";

it("the first letter of a name is whole, an emoji too", () => {
  expect(initial("zoé")).toBe("Z");
  expect(initial("🦊 Zoé")).toBe("🦊");
  expect(initial("👩🏽‍🚀")).toBe("👩🏽‍🚀");
  expect(initial("")).toBe("");
});
