import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Begin, FromServer, ToServer } from "../src/lib/net/engine/messages.ts";

type Engine = (typeof import("../src/lib/net/engine/engine.svelte.ts"))["engine"];

let workers: FakeWorker[];
let engine: Engine;

class FakeWorker {
  over = false;
  sent: (ToServer | Begin)[] = [];
  onerror: (event: { message: string }) => void = () => {};
  onmessage: (event: { data: FromServer }) => void = () => {};
  constructor(readonly url: string) {
    workers.push(this);
  }
  postMessage(message: ToServer): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.over = true;
  }
  tell(data: FromServer): void {
    this.onmessage({ data });
  }
}

const ask = (): Promise<unknown> => engine.ask({ method: "GET", path: "/matches", token: "", body: "" });

beforeEach(async () => {
  workers = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.resetModules();
  ({ engine } = await import("../src/lib/net/engine/engine.svelte.ts"));
});
afterEach(() => void vi.unstubAllGlobals());

it("leaves no workers behind when it cannot be loaded, and tries again", async () => {
  for (const fail of [() => workers[0]!.tell({ failed: "no network" }), () => workers[1]!.onerror({ message: "no script" })]) {
    const asked = ask();
    fail();
    await expect(asked).rejects.toThrow("no ");
    expect([engine.at, workers.every(({ over }) => over)]).toEqual(["failed", true]);
  }
  expect(workers).toHaveLength(2);
});

it("loads while somebody chooses, and takes over the matches only when somebody plays", () => {
  engine.warm();
  workers[0]!.tell({ warm: true });
  expect([engine.at, workers.length, workers[0]!.sent.map((one) => Object.keys(one)[0])]).toEqual(["off", 2, ["role"]]);
  void ask();
  expect([engine.at, workers.length, workers[0]!.sent.at(-1)]).toEqual(["loading", 2, { serve: true }]);
});

it("gives each worker a URL of its own, so that the service worker serves them all", () => {
  engine.warm();
  workers[0]!.tell({ warm: true });
  expect(new Set(workers.map(({ url }) => url)).size).toBe(2);
});

describe("a worker for bots that cannot be started", () => {
  it("is reported to the server and to the visitor, who can try again", () => {
    void ask();
    workers[0]!.tell({ ready: true, damaged: false });
    workers[1]!.tell({ loaded: 1, total: 2 });
    expect(engine.jobless).toBe(false);
    workers[1]!.tell({ failed: "no network" });
    expect([engine.jobless, workers[1]!.over]).toEqual([true, true]);
    expect(workers[0]!.sent).toContainEqual({ lost: "the worker for bots could not be started: no network" });
    engine.employAgain();
    expect([engine.jobless, workers.length, workers[2]!.over]).toEqual([false, 3, false]);
    workers[2]!.onerror({ message: "out of memory" });
    expect([engine.jobless, engine.at]).toEqual([true, "ready"]);
  });
});

it("waits for a choice when matches cannot be stored", () => {
  void ask();
  workers[0]!.tell({ trouble: "denied" });
  expect(engine.trouble).toBe("denied");
  engine.choose("unsaved");
  workers[0]!.tell({ trouble: null });
  expect([engine.trouble, engine.unsaved, workers[0]!.sent.at(-1)]).toEqual([null, true, { choice: "unsaved" }]);
});

it("tells the page when the worker for jobs could not load Python", async () => {
  vi.stubGlobal("onmessage", null);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const told: unknown[] = [];
  vi.stubGlobal("postMessage", (message: unknown) => told.push(message));
  await import("../src/lib/net/engine/worker.ts");
  const begin: Begin = {
    role: "jobs",
    folder: "/engine/1/",
    port: {} as MessagePort,
    snapshot: true,
    kept: "tablee",
    earlier: "",
  };
  (globalThis.onmessage as unknown as (event: { data: Begin }) => void)({ data: begin });
  await vi.waitFor(() => expect(told).toEqual([{ failed: "TypeError: no network" }]));
});
