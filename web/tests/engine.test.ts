import { afterEach, expect, it, vi } from "vitest";
import { engine } from "../src/lib/engine/engine.svelte.ts";
import type { Begin } from "../src/lib/engine/messages.ts";

afterEach(() => void vi.unstubAllGlobals());

it("leaves no workers behind when it cannot be loaded, and tries again", async () => {
  const workers: FakeWorker[] = [];
  class FakeWorker {
    over = false;
    onerror: (event: { message: string }) => void = () => {};
    onmessage: (event: { data: object }) => void = () => {};
    constructor() {
      workers.push(this);
    }
    postMessage(): void {}
    terminate(): void {
      this.over = true;
    }
  }
  vi.stubGlobal("Worker", FakeWorker);
  const ask = (): Promise<unknown> => engine.ask({ method: "GET", path: "/matches", token: "", body: "" });
  const failures = [
    () => workers[0]!.onmessage({ data: { failed: "no network" } }), // of the server
    () => workers[3]!.onerror({ message: "no script" }), // of the worker for jobs
  ];
  for (const fail of failures) {
    const asked = ask();
    fail();
    await expect(asked).rejects.toThrow("no ");
    expect([engine.at, workers.every(({ over }) => over)]).toEqual(["failed", true]);
  }
  expect(workers).toHaveLength(4);
});

it("answers jobs when the worker for them could not load Python", async () => {
  vi.stubGlobal("onmessage", null);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const complained = vi.spyOn(console, "error").mockImplementation(() => {});
  await import("../src/lib/engine/worker.ts");
  const answers: unknown[] = [];
  const port = { postMessage: (answer: unknown) => answers.push(answer), onmessage: (_: { data: object }): void => {} };
  const begin: Begin = { role: "jobs", folder: "/engine/1/", port: port as unknown as MessagePort };
  await (globalThis.onmessage as unknown as (event: { data: Begin }) => Promise<void>)({ data: begin });
  port.onmessage({ data: { job: 1, data: new Uint8Array() } });
  expect(answers).toEqual([{ job: 1, answer: null }]);
  complained.mockRestore();
});
