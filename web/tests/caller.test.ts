import { FluentBundle, FluentResource } from "@fluent/bundle";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../src/lib/generated/wire.ts";
import { api } from "../src/lib/net/api.ts";
import { Refused } from "../src/lib/net/refused.ts";
import { app } from "../src/lib/state/app.svelte.ts";
import { Words } from "../src/lib/state/words.ts";
import { Caller } from "../src/pages/box/caller.svelte.ts";
import CallerTool from "../src/pages/box/CallerTool.svelte";
import { commitment } from "../src/pages/box/fair.ts";
import { callId, Sharing } from "../src/pages/box/sharing.svelte.ts";
import { spoken } from "../src/pages/box/spoken.ts";
import english from "../src/words/box/en.ftl?raw";
import french from "../src/words/box/fr.ftl?raw";

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

test("a tile that was called by mistake comes again, and a reload changes nothing", () => {
  const caller = new Caller("take-it-easy");
  const commit = caller.commit;
  caller.next();
  caller.next();
  const [first, second] = caller.called;
  caller.back();
  expect(caller.called).toEqual([first]);
  const again = new Caller("take-it-easy");
  expect([again.commit, again.called]).toEqual([commit, [first]]);
  again.next();
  expect(again.called).toEqual([first, second]);
});

test("the seed is told after the last tile, and is what the commitment promised", () => {
  const caller = new Caller("take-it-easy");
  for (let n = 0; n < 18; n++) caller.next();
  expect([caller.over, caller.seed]).toEqual([false, ""]);
  caller.next();
  caller.next();
  expect(new Set(caller.called).size).toBe(19);
  expect(commitment(caller.seed)).toBe(caller.commit);
  caller.again();
  expect([caller.called.length, caller.over, caller.seed]).toEqual([0, false, ""]);
});

test("a second tap on the button for the last tile does not begin a new game", () => {
  vi.useFakeTimers();
  const [words, before] = [new Words("en", new FluentBundle("en")), app.words];
  app.words = words;
  const page = mount(CallerTool, {
    target: document.body,
    props: { game: { id: "take-it-easy", names: {} } as unknown as GameInfo, words },
  });
  const tap = (): void => {
    document.querySelector<HTMLElement>(".big")!.click();
    flushSync();
  };
  const called = (): number => new Caller("take-it-easy").called.length;
  flushSync();
  for (let n = 0; n < 20; n++) tap();
  expect(called()).toBe(19);
  vi.advanceTimersByTime(1500);
  flushSync();
  tap();
  expect(called()).toBe(0);
  void unmount(page);
  app.words = before;
  vi.useRealTimers();
});

test("the variant decides what is called, until the first call", () => {
  const caller = new Caller("take-it-to-the-limit");
  const orchid = caller.plans.find(({ options }) => options.tiles === "moons")!;
  expect(caller.plan.calls).toBe(44);
  caller.choose(orchid);
  caller.next();
  caller.choose(caller.plans[0]!);
  expect([caller.plan.calls, caller.plan.tiles.length]).toEqual([25, 32]);
  expect(orchid.tiles).toContain(caller.called[0]);
  expect(new Caller("take-it-easy").called).toEqual([]); // another game
});

test("what cannot be read is left aside", () => {
  localStorage.setItem("tablee-box", "{");
  expect(new Caller("take-it-easy").called).toEqual([]);
});

test("tiles are said in words", () => {
  const words = (lang: "en" | "fr", text: string): Words => {
    const bundle = new FluentBundle(lang, { useIsolating: false });
    bundle.addResource(new FluentResource(text));
    return new Words(lang, bundle);
  };
  expect(spoken("9-7-3", words("en", english))).toBe("nine, seven, three");
  expect(spoken("12-11-10", words("fr", french))).toBe("douze, onze, dix");
});

test("other screens get the latest call, one at a time and again after a failure", async () => {
  vi.useFakeTimers();
  const sent: number[] = [];
  let fail = true;
  vi.spyOn(api, "showCall").mockImplementation((id, secret, call) => {
    expect([id, secret]).toEqual([callId("s"), "s"]);
    sent.push(call.tiles.length);
    return fail ? Promise.reject(new Refused("offline", { id: "web-offline", args: {} })) : Promise.resolve(new Response());
  });
  const sharing = new Sharing();
  const call = (tiles: string[]) => ({ game: "take-it-easy", tiles, of: 19 });
  sharing.show("s", call([]));
  sharing.show("s", call(["9-7-3"]));
  await vi.advanceTimersByTimeAsync(10);
  expect([sent, sharing.refusal?.code]).toEqual([[0], "offline"]);
  fail = false;
  sharing.show("s", call(["9-7-3", "1-2-3"]));
  await vi.advanceTimersByTimeAsync(4000);
  expect([sent, sharing.refusal]).toEqual([[0, 2], null]);
  vi.useRealTimers();
});

test("the id of a call is what the server expects", () => {
  expect(callId("secret")).toBe("2bb80d537b1da3e38bd3");
});
