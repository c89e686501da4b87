import { beforeEach, expect, test } from "vitest";
import { deadlineOf, type FromWorker, type Run, type ToWorker, watch } from "../src/pages/box/hidden-time.ts";
import { HiddenTime, type Range } from "../src/pages/box/hidden.svelte.ts";

const SEED = "00".repeat(32);
const run = (more: Partial<Run> = {}): Run => ({ seed: SEED, from: 280, to: 320, unit: 100, start: 1000, turned: null, ...more });

/** A worker with a clock that the test moves. */
function worker() {
  const told: FromWorker[] = [];
  let now = 1000;
  let due: { call: () => void; at: number } | null = null;
  const send = watch({
    now: () => now,
    set: (call, ms) => (due = { call, at: now + ms }),
    clear: () => (due = null),
    post: (message) => told.push(message),
  });
  /** `frozen`: no timer fires. */
  const wait = (until: number, frozen = false): void => {
    while (!frozen && due && due.at <= until) {
      const { call, at } = due;
      [now, due] = [at, null];
      call();
    }
    now = until;
  };
  return { told, send, wait, due: () => due?.at ?? null };
}

test("a time is drawn from its range, and depends on the seed alone", () => {
  const seeds = Array.from({ length: 300 }, (_, n) => n.toString(16).padStart(64, "0"));
  const times = new Set(seeds.map((seed) => (deadlineOf(run({ seed })) - 1000) / 100));
  expect([Math.min(...times), Math.max(...times), times.size]).toEqual([280, 320, 41]);
  expect(deadlineOf(run({ start: 5000 })) - 5000).toBe(deadlineOf(run()) - 1000);
});

test("the end is told once, with its time", () => {
  const { told, send, wait } = worker();
  const end = deadlineOf(run());
  send({ run: run(), open: false });
  wait(end - 1);
  expect(told).toEqual([]);
  wait(end + 5000);
  send({ look: true });
  send({ stop: end + 5000 });
  expect(told).toEqual([{ fell: end }]);
});

test("the last timers are short, because long ones go off late in hidden tabs", () => {
  const { told, send, wait, due } = worker();
  const end = deadlineOf(run());
  send({ run: run(), open: false });
  expect(due()).toBe(end - 2000);
  for (let now = end - 2000; now < end; now += 100) {
    wait(now);
    expect(due()).toBe(now + 100);
  }
  wait(end);
  expect(told).toEqual([{ fell: end }]);
});

test("after a sleep, the true time is told at once", () => {
  const { told, send, wait } = worker();
  const end = deadlineOf(run());
  send({ run: run(), open: false });
  wait(end + 100_000, true);
  expect(told).toEqual([]);
  send({ look: true });
  expect(told).toEqual([{ fell: end }]);
});

test("a press counts when it was made", () => {
  const end = deadlineOf(run());
  const { told, send, wait } = worker();
  send({ run: run(), open: false });
  wait(end + 3); // the press was on its way when the time was over
  send({ stop: end - 1 });
  expect(told).toEqual([{ fell: end }, { stopped: end - 1 }]);
  const late = worker();
  late.send({ run: run(), open: false });
  late.wait(end, true);
  late.send({ stop: end });
  expect(late.told).toEqual([{ fell: end }]);
});

test("a turned glass runs for as long as it has run, once", () => {
  const { told, send, wait } = worker();
  send({ run: run(), open: false });
  wait(21_000);
  send({ turn: 21_000 });
  expect(told).toEqual([{ turned: 21_000 }]);
  send({ turn: 30_000 });
  wait(40_999);
  expect(told).toHaveLength(1);
  wait(50_000);
  expect(told).toEqual([{ turned: 21_000 }, { fell: 41_000 }]);
  expect(deadlineOf(run({ turned: 1000 }))).toBe(1001);
});

test("a stopped glass never tells when it would have been over", () => {
  const { told, send, wait, due } = worker();
  send({ run: run(), open: false });
  send({ stop: 20_000 });
  wait(100_000);
  send({ look: true });
  expect([told, due()]).toEqual([[{ stopped: 20_000 }], null]);
});

// the page

const RANGE: Range = { from: 210, to: 390, unit: 1000, open: false };

class FakeWorker {
  sent: ToWorker[] = [];
  over = false;
  onmessage: (event: { data: FromWorker }) => void = () => {};
  onerror: () => void = () => {};
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.over = true;
  }
}

function page(): { time: HiddenTime; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const make = (): Worker => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  };
  return { time: new HiddenTime("bell", RANGE, make), workers };
}

beforeEach(() => localStorage.clear());

test("the seed and the start are stored, and no time", () => {
  const { time, workers } = page();
  expect(time.phase).toBe("ready");
  time.begin();
  const stored = JSON.parse(localStorage.getItem("tablee-box")!).bell;
  expect(Object.keys(stored)).toEqual(["range", "run", "open", "told"]);
  expect(Object.keys(stored.run)).toEqual(["seed", "from", "to", "unit", "start", "turned"]);
  expect(localStorage.getItem("tablee-box")).not.toContain(String(deadlineOf(stored.run)));
  const again = page();
  expect([again.time.phase, again.workers[0]!.sent]).toEqual(["running", workers[0]!.sent]);
});

test("the page says what the worker says", () => {
  const { time, workers } = page();
  time.begin();
  const [first] = workers;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(first!.sent.at(-1)).toEqual({ look: true });
  first!.onmessage({ data: { fell: Date.now() - 100_000 } });
  expect([time.phase, Math.round(time.late / 1000)]).toEqual(["over", 100]);
  time.begin();
  expect([time.phase, workers.length, first!.over]).toEqual(["running", 1, false]);
  time.stop();
  expect(time.phase).toBe("running"); // until it is known whether that was in time
  const start = time.run!.start;
  first!.onmessage({ data: { stopped: start + 2500 } });
  expect([time.phase, time.at]).toEqual(["stopped", 2500]);
  expect(page().time.phase).toBe("ready");
});

test("a range that was set is remembered", () => {
  page().time.set({ from: 2, to: 3 });
  expect(page().time.range).toEqual({ ...RANGE, from: 2, to: 3 });
});

test("the worker is fetched when the page opens, and again after a failure", () => {
  const { time, workers } = page();
  expect([workers.length, time.failed]).toEqual([1, false]);
  time.begin();
  workers[0]!.onerror();
  expect(time.failed).toBe(true);
  time.load();
  expect([time.failed, workers[1]!.sent]).toEqual([false, [{ run: time.run, open: false }]]);
  expect(workers[0]!.over).toBe(true);
});

test("the end is news once, and stays told", () => {
  const { time, workers } = page();
  time.begin();
  const fell = Date.now() - 100;
  workers[0]!.onmessage({ data: { fell } });
  expect([time.phase, time.news]).toEqual(["over", true]);
  const later = page();
  later.workers[0]!.onmessage({ data: { fell } });
  expect([later.time.phase, later.time.at, later.time.news]).toEqual(["over", fell, false]);
  later.time.begin();
  later.workers[0]!.onmessage({ data: { fell } });
  expect(later.time.news).toBe(true);
});
