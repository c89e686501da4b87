import { beforeEach, describe, expect, it } from "vitest";
import type { Sentence } from "../src/lib/generated/wire.ts";
import { DisplayQueue } from "../src/lib/state/display.ts";

const said = (id: string): Sentence => ({ id, args: {} });
let seen: string[];
let queue: DisplayQueue<string>;

beforeEach(() => {
  seen = [];
  queue = new DisplayQueue<string>({
    isScene: ({ events }) => events.some(({ id }) => id === "verdict"),
    show: (shown, events, told) => seen.push(`${shown}: ${events.map(({ id }) => id).join("+")} (${told})`),
    stage: (scene) => seen.push(scene ? `scene ${scene.map(({ id }) => id).join("+")}` : "no scene"),
  });
});
const push = (shown: string, ...ids: string[]): void => queue.push({ shown, events: ids.map(said) });

describe("the display", () => {
  it("shows news at once", () => {
    push("a", "lays");
    push("b");
    expect(seen).toEqual(["a: lays (0)", "b:  (0)"]);
  });

  it("tells a scene before anything changes, and then shows all that followed in one go", () => {
    push("a", "accuses", "verdict");
    push("b", "hides");
    push("c", "lays");
    expect(seen).toEqual(["scene accuses+verdict"]);
    queue.end();
    expect(seen.slice(1)).toEqual(["c: accuses+verdict+hides+lays (2)", "no scene"]);
    push("d", "lays");
    expect(seen.at(-1)).toBe("d: lays (0)");
  });

  it("tells a second scene after what came before it", () => {
    push("a", "verdict");
    push("b", "lays");
    push("c", "verdict");
    push("d", "lays");
    queue.end();
    expect(seen).toEqual(["scene verdict", "b: verdict+lays (1)", "scene verdict"]);
    queue.end();
    expect(seen.slice(3)).toEqual(["d: verdict+lays (1)", "no scene"]);
  });

  it("ends a scene once: another tap does nothing", () => {
    push("a", "verdict");
    queue.end();
    queue.end();
    expect(seen).toEqual(["scene verdict", "a: verdict (1)", "no scene"]);
  });
});
