import { afterEach, describe, expect, it, vi } from "vitest";
import { keepOurs, python } from "../src/lib/net/local.svelte.ts";
import { isAwake, transport } from "../src/lib/net/transport.ts";

afterEach(() => vi.unstubAllGlobals());

describe("the network", () => {
  it("has a socket for each table", () => {
    const urls: string[] = [];
    vi.stubGlobal(
      "WebSocket",
      class {
        constructor(url: string) {
          urls.push(url);
        }
      },
    );
    transport.socket("m");
    expect(urls[0]).toMatch(/^wss?:\/\/.*\/api\/socket\/m$/);
  });

  it("sends tokens and bodies only if there are any", async () => {
    const sent: [string, RequestInit][] = [];
    vi.stubGlobal("fetch", (...one: [string, RequestInit]) => (sent.push(one), Promise.resolve(new Response("{}"))));
    await transport.ask({ method: "GET", path: "/games", token: "", body: "" });
    await transport.ask({ method: "POST", path: "/matches/m/join", token: "t", body: "{}" });
    expect(sent).toEqual([
      ["/api/games", { method: "GET", headers: {} }],
      [
        "/api/matches/m/join",
        { method: "POST", headers: { Authorization: "Bearer t", "Content-Type": "application/json" }, body: "{}" },
      ],
    ]);
  });
});

describe("a proxy", () => {
  const answers = (status: number, type: string): unknown =>
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status, headers: { "Content-Type": type } })));
  const ask = (): Promise<Response> => transport.ask({ method: "GET", path: "/matches", token: "", body: "" });

  it("without its server is no answer, but a busy server is one", async () => {
    answers(502, "text/html");
    await expect(ask()).rejects.toThrow("502");
    answers(503, "application/json");
    expect((await ask()).status).toBe(503);
  });
});

describe("Python on a server", () => {
  afterEach(() => localStorage.clear());

  it("is not loaded to look at a match that it plays", () => {
    keepOurs("local-match");
    expect([isAwake("m"), isAwake("local-match")]).toEqual([true, false]);
    python.wanted = true;
    expect(isAwake("local-match")).toBe(true);
    python.wanted = false;
  });
});

describe("a static site", () => {
  it("reads what is the same for everybody from files", async () => {
    const asked: string[] = [];
    vi.stubGlobal(
      "fetch",
      (url: string) => (
        asked.push(url),
        Promise.resolve(new Response(JSON.stringify({ status: 200, headers: { "Content-Language": "fr" }, body: "# R" })))
      ),
    );
    document.documentElement.dataset.site = "engine/1/";
    vi.resetModules();
    const { isAwake, transport: site } = await import("../src/lib/net/transport.ts");
    delete document.documentElement.dataset.site;
    const answer = await site.ask({ method: "GET", path: "/games/limits/rules/fr", token: "", body: "" });
    expect([asked, await answer.text(), answer.headers.get("Content-Language")]).toEqual([
      ["/api/games/limits/rules/fr.json"],
      "# R",
      "fr",
    ]);
    expect(isAwake("m")).toBe(false);
  });
});
