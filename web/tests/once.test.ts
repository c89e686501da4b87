import { expect, it } from "vitest";
import { once } from "../src/lib/ui/once.ts";

it("what is asked again meanwhile is asked once, and afterwards anew", async () => {
  let asked = 0;
  let end = (): void => {};
  const ask = once(() => {
    asked += 1;
    return new Promise((done) => (end = done));
  });
  const both = [ask(), ask()];
  expect(asked).toBe(1);
  end();
  await Promise.all(both);
  const third = ask();
  expect(asked).toBe(2);
  end();
  await third;
});
