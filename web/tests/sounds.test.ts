import { beforeEach, expect, test, vi } from "vitest";
import { keep } from "../src/lib/state/kept.svelte.ts";
import { listenForTouches } from "../src/lib/ui/audio.ts";
import { LAYERS, play } from "../src/lib/ui/sounds.ts";

const param = () => ({ value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
const node = () => ({
  gain: param(),
  frequency: param(),
  Q: param(),
  connect: (to: unknown) => to,
  start: vi.fn(),
  stop: vi.fn(),
  type: "",
  buffer: null,
  loop: false,
});
type Node = ReturnType<typeof node>;

/** An audio context that keeps what it plays, and runs only when the test says so. */
class FakeContext {
  static all: FakeContext[] = [];
  state = "suspended";
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  sources: Node[] = [];
  gains: Node[] = [];
  resume = vi.fn(() => Promise.resolve());
  constructor() {
    FakeContext.all.push(this);
  }
  private kept(where: Node[]): Node {
    where.push(node());
    return where.at(-1)!;
  }
  createGain = (): Node => this.kept(this.gains);
  createOscillator = (): Node => this.kept(this.sources);
  createBufferSource = (): Node => this.kept(this.sources);
  createBiquadFilter = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(10) });
}

const touch = (kind: "pointerup" | "keydown"): void => void dispatchEvent(new Event(kind));
const vibrate = vi.fn();
vi.stubGlobal("AudioContext", FakeContext);
Object.defineProperty(navigator, "vibrate", { value: vibrate });
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
listenForTouches();

/** The page has one context, which the first test creates. */
const context = (): FakeContext => FakeContext.all[0]!;
const heard = (): number => context().sources.length;

beforeEach(() => {
  keep({ mute: false, volume: 50 });
  vibrate.mockReset();
});

test("the first touch creates the context; what was to be heard before it runs is dropped, not kept for later", () => {
  play("turn");
  expect(FakeContext.all).toHaveLength(0);
  keep({ mute: true });
  touch("keydown");
  expect(FakeContext.all).toHaveLength(0);
  keep({ mute: false });
  touch("pointerup");
  expect(context().resume).toHaveBeenCalledOnce();
  play("turn");
  expect(heard()).toBe(0);
  context().state = "running";
  play("place");
  expect(heard()).toBe(LAYERS.place.length);
});

test("a context that the phone has suspended is resumed by the next touch or key", () => {
  touch("pointerup");
  expect(context().resume).toHaveBeenCalledOnce();
  context().state = "interrupted";
  const before = heard();
  play("bell");
  touch("keydown");
  expect(context().resume).toHaveBeenCalledTimes(2);
  expect([heard(), FakeContext.all.length]).toEqual([before, 1]);
  context().state = "running";
});

test("one volume for all; at 0 or muted nothing sounds or vibrates", () => {
  const master = context().gains[0]!.gain;
  play("turn");
  expect([master.value, vibrate.mock.calls.length]).toEqual([0.25, 1]);
  const before = heard();
  for (const change of [{ volume: 0 }, { volume: 80, mute: true }]) {
    keep(change);
    play("turn");
  }
  expect([heard(), vibrate.mock.calls.length]).toEqual([before, 1]);
  keep({ mute: false });
  play("turn");
  expect(master.value).toBeCloseTo(0.64);
});

test("what others do does not vibrate", () => {
  for (const sound of ["card", "place", "bell", "news"] as const) play(sound);
  expect(vibrate).not.toHaveBeenCalled();
});
