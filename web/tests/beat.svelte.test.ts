import { flushSync } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import { stayAwake } from "../src/lib/ui/awake.svelte.ts";
import { onBeat } from "../src/lib/ui/beat.svelte.ts";

let stop = (): void => {};
afterEach(() => stop());

it("a table hears each beat once, but nothing from before it was there", () => {
  let beat = $state(3);
  let events = $state(1);
  const heard: number[] = [];
  stop = $effect.root(() =>
    onBeat(
      () => beat,
      () => heard.push(events),
    ),
  );
  flushSync();
  expect(heard).toEqual([]);
  beat = 4;
  flushSync();
  events = 2; // a jump in a replay: no beat
  flushSync();
  expect(heard).toEqual([1]);
  beat = 5;
  flushSync();
  expect(heard).toEqual([1, 2]);
});

it("the screen stays on only while it has to", async () => {
  const release = vi.fn();
  const request = vi.fn(() => Promise.resolve({ release }));
  vi.stubGlobal("navigator", { ...navigator, wakeLock: { request } });
  let timer = $state<number | null>(null);
  stop = $effect.root(() => stayAwake(() => timer !== null));
  flushSync();
  expect(request).not.toHaveBeenCalled();
  for (const left of [9000, 8000]) {
    timer = left;
    flushSync();
  }
  expect(request).toHaveBeenCalledOnce();
  timer = null;
  flushSync();
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});
