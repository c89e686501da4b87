import { afterEach, expect, test, vi } from "vitest";
import type { Shown } from "../src/lib/net/protocol.ts";
import { badge, waitsFor } from "../src/lib/ui/attention.ts";
import { keepAwake } from "../src/lib/ui/awake.svelte.ts";

const give = (name: string, value: unknown): void => void Object.defineProperty(navigator, name, { value, configurable: true });
afterEach(() => ["wakeLock", "setAppBadge", "clearAppBadge"].forEach((name) => give(name, undefined)));

test("the screen stays on until it need not, also after the page was hidden", async () => {
  const release = vi.fn();
  const request = vi.fn(() => Promise.resolve({ release }));
  give("wakeLock", { request });
  const end = keepAwake();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
  end();
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
});

test("without a wake lock, a silent video plays, and again after the page was hidden", () => {
  const [play, stop] = [vi.fn(() => Promise.resolve()), vi.fn()];
  const video = vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play);
  HTMLCanvasElement.prototype.captureStream = vi.fn(() => new MediaStream());
  HTMLCanvasElement.prototype.getContext = vi.fn(() => ({ fillRect: stop })) as never;
  const end = keepAwake();
  expect([document.querySelectorAll("[data-awake]").length, play.mock.calls.length]).toEqual([1, 1]);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(play).toHaveBeenCalledTimes(2);
  end();
  expect(document.querySelector("[data-awake]")).toBeNull();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(play).toHaveBeenCalledTimes(2);
  video.mockRestore();
});

test("without a wake lock or badges, as over plain HTTP, nothing fails", () => {
  keepAwake()();
  badge(true);
  badge(false);
});

test("the table waits for you until you have chosen, and not while it is paused", () => {
  const shown = (mine: object, more = {}): Shown =>
    ({
      mine: { legal: ["a1"], choice: null, ...mine },
      result: null,
      info: { paused: false },
      series: null,
      ...more,
    }) as unknown as Shown;
  expect(waitsFor(shown({}))).toBe(true);
  expect(waitsFor(null)).toBe(false);
  expect(waitsFor(shown({ legal: [] }))).toBe(false);
  expect(waitsFor(shown({ choice: "a1" }))).toBe(false);
  expect(waitsFor(shown({}, { info: { paused: true } }))).toBe(false);
});
