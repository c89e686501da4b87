import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SureTaps, TAKE_BACK } from "../src/lib/state/taps.svelte.ts";

let sent: string[];
let wish = { confirm: false, takeBack: false };
let taps: SureTaps;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  wish = { confirm: false, takeBack: false };
  taps = new SureTaps(
    (text) => sent.push(text),
    () => wish,
  );
});
afterEach(() => vi.useRealTimers());

describe("taps", () => {
  it("are sent at once unless the player wants otherwise", () => {
    taps.tap("a1");
    expect([sent, taps.waiting]).toEqual([["a1"], null]);
  });

  it("are confirmed by a second tap on the same place, or by the button", () => {
    wish.confirm = true;
    taps.tap("a1");
    taps.tap("b2");
    expect([sent, taps.waiting?.text]).toEqual([[], "b2"]);
    taps.tap("b2");
    expect([sent, taps.waiting]).toEqual([["b2"], null]);
    taps.tap("c3");
    taps.confirm();
    taps.tap("d4");
    taps.drop();
    expect(sent).toEqual(["b2", "c3"]);
  });

  it("can be taken back for two seconds", () => {
    wish.takeBack = true;
    taps.tap("a1");
    vi.advanceTimersByTime(TAKE_BACK - 1);
    taps.drop();
    vi.advanceTimersByTime(TAKE_BACK);
    expect(sent).toEqual([]);
    taps.tap("a1");
    vi.advanceTimersByTime(TAKE_BACK / 2);
    taps.tap("b2"); // changes one's mind: two new seconds
    vi.advanceTimersByTime(TAKE_BACK / 2);
    taps.tap("b2"); // a double tap does not start anew
    vi.advanceTimersByTime(TAKE_BACK / 2);
    expect([sent, taps.waiting]).toEqual([["b2"], null]);
  });

  it("do both if the player wants both", () => {
    wish = { confirm: true, takeBack: true };
    taps.tap("a1");
    vi.advanceTimersByTime(2 * TAKE_BACK);
    expect(taps.waiting?.until).toBe("confirmed");
    taps.tap("a1");
    expect([sent, taps.waiting?.until]).toEqual([[], "sent"]);
    vi.advanceTimersByTime(TAKE_BACK);
    expect(sent).toEqual(["a1"]);
  });
});
