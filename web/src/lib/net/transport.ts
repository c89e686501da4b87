/**
 * How requests and sockets reach a server: over the network or, on a site without one, Python in a worker of this page. A server may
 * have Python for its visitors, too: then it does what needs nobody else while the server cannot be reached.
 */
import { isOurs, keepOurs, python } from "./local.svelte.ts";
import { BASE, ENGINE, HOME, SITE } from "./place.ts";

export { ENGINE, SITE };

/** A request to the API. `path` begins after `/api`; texts are empty if there is none. */
export interface Asking {
  method: "GET" | "POST";
  path: string;
  token: string;
  body: string;
}

/** An answer as a site stores it in a file, and as the worker gives it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Transport {
  ask(asking: Asking): Promise<Response>;
  socket(match: string): WebSocket;
}

/** A proxy answers for a server that is away. The server itself answers in JSON. */
const isAway = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && !headers.get("Content-Type")?.includes("json");

const network: Transport = {
  async ask({ method, path, token, body }) {
    const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) };
    const answer = await fetch(`${BASE}api${path}`, { method, headers, ...(body && { body }) });
    if (isAway(answer)) throw new Error(`${answer.status}`);
    return answer;
  },
  socket: (match) => new WebSocket(`${HOME.replace("http", "ws")}api/socket/${match}`),
};

const engine = () => {
  python.wanted = true;
  return import("./engine/engine.svelte.ts").then(({ engine }) => engine);
};

/** What is the same for everybody lies in files, so that the site can be read before Python arrives. */
const isStored = ({ method, path }: Asking): boolean => method === "GET" && /^\/(games|strings)\b/.test(path);
const stored = async (path: string): Promise<Answer> => (await (await fetch(`${BASE}api${path}.json`)).json()) as Answer;

const site: Transport = {
  async ask(asking) {
    const { body, ...more } = isStored(asking) ? await stored(asking.path) : await (await engine()).ask(asking);
    return new Response(body, more);
  },
  socket: (match) => new LocalSocket(match) as unknown as WebSocket,
};

/** Whether Python in this browser plays this match. */
export const isLocal = (match: string): boolean => Boolean(SITE) || isOurs(match);

/** Whether asking about a match costs nothing: Python is loaded only when somebody wants to play, and takes over from other tabs. */
export const isAwake = (match: string): boolean => !isLocal(match) || python.wanted;

const matchOf = (path: string): string => /^\/matches\/([^/?]+)/.exec(path)?.[1] ?? "";

/** Scores, replays, reviews, guided games, deals of the day, tables for one person, and playing on from a moment of a match. */
function needsNobody({ method, path, body }: Asking): boolean {
  if (!ENGINE) return false;
  if (path.startsWith("/deals/")) return true;
  if (method !== "POST") return false;
  if (path !== "/matches") return /^\/(games\/[^/]+\/(score|hindsight|practice)|replays|reviews|what-ifs)$/.test(path);
  const { seats } = JSON.parse(body) as { seats: { kind: string }[] };
  return seats.filter(({ kind }) => kind === "open").length === 1;
}

/** Seats at tables that Python opens are remembered: no server knows them. */
async function askPython(asking: Asking): Promise<Response> {
  const answer = await (await engine()).ask(asking);
  if (answer.status === 201) keepOurs((JSON.parse(answer.body) as { match: string }).match);
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

const either: Transport = {
  ask: (asking) =>
    isOurs(matchOf(asking.path))
      ? askPython(asking)
      : network.ask(asking).catch((error: unknown) => {
          if (needsNobody(asking)) return askPython(asking);
          throw error;
        }),
  socket: (match) => (isOurs(match) ? site : network).socket(match),
};

/** Looks like a WebSocket; it opens once Python is there. */
class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private say: (text: string | null) => void = () => {};

  constructor(match: string) {
    engine()
      .then((found) =>
        found.connect(
          match,
          (text) => this.onmessage?.({ data: text }),
          (code) => this.end(code),
        ),
      )
      .then((say) => {
        this.say = say;
        if (this.readyState !== WebSocket.CONNECTING) return say(null); // closed meanwhile
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
      })
      .catch(() => this.end(1006));
  }

  send(text: string): void {
    this.say(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.say(null);
  }

  private end(code: number): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

export const transport: Transport = SITE ? site : either;
