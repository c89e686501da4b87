/** Typed requests to the server, and the seats they return. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type {
  Address,
  AskHindsight,
  AskHint,
  AskReplay,
  AskReview,
  ShownCall,
  ChangeTable,
  Create,
  DealPlay,
  DealRuns,
  GameInfo,
  ExerciseSet,
  GuideInfo,
  Hint,
  Insights,
  PlayDeal,
  Practice,
  Problem,
  Replay,
  Review,
  ScoreBoards,
  BoardScores,
  SeatTicket,
  SeatWish,
  SentBoard,
  Snapshot,
  TableInfo,
  WhatIf,
} from "$lib/generated/wire.ts";
import { randomHex } from "./random.ts";
import { Refused } from "./refused.ts";
import { SITE, transport } from "./transport.ts";

/** A seat of this device: its token opens it, its nonce is our contribution to the draws. */
export interface Held extends SeatTicket {
  nonce: string;
}

/** If the body is null, it is a POST without one. */
export async function ask(path: string, body?: unknown, token = ""): Promise<Response> {
  const method = body === undefined ? "GET" : "POST";
  let answer: Response;
  try {
    answer = await transport.ask({ method, path, token, body: body === undefined || body === null ? "" : JSON.stringify(body) });
  } catch {
    throw new Refused("offline", { id: SITE ? "web-engine-failed" : "web-offline", args: {} });
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refused(
    problem?.code ?? "no-answer",
    problem?.message ?? { id: "web-no-answer", args: {} },
    problem?.line,
    problem?.board,
  );
}

export const json = async <T>(answer: Promise<Response>): Promise<T> => (await (await answer).json()) as T;

let known: Promise<GameInfo[]> | null = null;
export const api = {
  games(): Promise<GameInfo[]> {
    known ??= json<GameInfo[]>(ask("/games")).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  },
  address: async () => (await json<Address>(ask("/address"))).address,
  tables: () => json<TableInfo[]>(ask("/matches")),
  table: (match: string) => json<TableInfo>(ask(`/matches/${match}`)),
  /** The rules and their language, which is English if they are not translated. */
  async rules(game: string, lang: string): Promise<{ text: string; lang: string }> {
    const answer = await ask(`/games/${game}/rules/${lang}`);
    return { text: await answer.text(), lang: answer.headers.get("Content-Language") ?? lang };
  },
  guide: (game: string) => json<GuideInfo>(ask(`/games/${game}/guide`)),
  /** The exercises that come with a game. */
  exercises: (game: string) => json<ExerciseSet>(ask(`/games/${game}/exercises`)),
  /** Scores the boards of one round at a real table. */
  score: (game: string, wish: ScoreBoards) => json<BoardScores>(ask(`/games/${game}/score`, wish)),
  /** What could have been with the calls of this seed beside a real board. */
  hindsight: (game: string, wish: AskHindsight) => json<Insights>(ask(`/games/${game}/hindsight`, wish)),
  practise: async (game: string, name: string): Promise<Held> => ({
    ...(await json<SeatTicket>(ask(`/games/${game}/practice`, { name } satisfies Practice))),
    nonce: "",
  }),
  /** Starts the deal of a day. */
  playDeal: async (game: string, day: string, name: string): Promise<Held> => ({
    ...(await json<SeatTicket>(ask(`/deals/${game}/${day}`, { name } satisfies PlayDeal))),
    nonce: "",
  }),
  /** Some runs of a level of bots with that deal, from `start` on. */
  dealRuns: (game: string, day: string, level: string, start: number) =>
    json<DealRuns>(ask(`/deals/${game}/${day}/runs/${level}?start=${start}`)),
  /** How the expert plays it. */
  dealPlay: (game: string, day: string) => json<DealPlay>(ask(`/deals/${game}/${day}/play`)),
  record: async (match: string) => (await ask(`/matches/${match}/record`)).text(),
  replay: (match: string, start = 0) => json<Replay>(ask(`/matches/${match}/replay?start=${start}`)),
  /** What could have been, once a match is over. */
  insights: (match: string) => json<Insights>(ask(`/matches/${match}/insights`)),
  replayRecord: (record: string, start = 0) => json<Replay>(ask("/replays", { record, start } satisfies AskReplay)),
  /** A seat's play, from this turn on, as far as it has been worked out; once a match is over. */
  review: (match: string, seat: number, start = 0) => json<Review>(ask(`/matches/${match}/review/${seat}?start=${start}`)),
  reviewRecord: (record: string, seat: number, start = 0) =>
    json<Review>(ask("/reviews", { record, seat, start } satisfies AskReview)),
  /** Plays on from a moment of a record, against bots. */
  whatIf: async (wish: WhatIf): Promise<Held> => ({ ...(await json<SeatTicket>(ask("/what-ifs", wish))), nonce: "" }),
  /** What to do now, a little more with each step. */
  hint: (match: string, step: number, token: string) =>
    json<Hint>(ask(`/matches/${match}/hint`, { step } satisfies AskHint, token)),
  strings: async (lang: string, game = "") => (await ask(`${game && `/games/${game}`}/strings/${lang}`)).text(),
  create: (wish: Omit<Create, "commit">) => seat("/matches", wish),
  join: (match: string, name: string) => seat(`/matches/${match}/join`, { name }),
  rematch: (match: string, token: string) => seat(`/matches/${match}/rematch`, {}, token),
  /** Shares the seat of the token's owner. */
  share: (match: string, name: string, token: string) => seat(`/matches/${match}/devices`, { name }, token),
  start: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/start`, null, token)),
  handOver: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/hand-over`, null, token)),
  pause: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/pause`, null, token)),
  resume: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/resume`, null, token)),
  /** Shortens waiting while only bots are to act, or ends that. */
  fastForward: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/fast-forward`, null, token)),
  usualSpeed: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/usual-speed`, null, token)),
  /** Starts the next game of a series. */
  nextGame: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/next`, null, token)),
  leave: (match: string, token: string) => json<TableInfo>(ask(`/matches/${match}/leave`, null, token)),
  /** Changes your own name, before the match. */
  rename: (match: string, name: string, token: string) => json<TableInfo>(ask(`/matches/${match}/name`, { name }, token)),
  arrange: (match: string, seat: number, wish: SeatWish, token: string) =>
    json<TableInfo>(ask(`/matches/${match}/seats/${seat}`, wish, token)),
  /** Changes options, series and the like, before the match. */
  change: (match: string, change: ChangeTable, token: string) => json<TableInfo>(ask(`/matches/${match}/setup`, change, token)),
  /** What a caller beside a real board has called, for other screens. */
  call: (id: string) => json<ShownCall>(ask(`/calls/${id}`)),
  /** Boards that players enter on their own devices, for the one that calls. */
  sendBoard: (id: string, board: SentBoard) => ask(`/calls/${id}/boards`, board),
  sentBoards: (id: string, secret: string) => json<SentBoard[]>(ask(`/calls/${id}/boards`, undefined, secret)),
  showCall: (id: string, secret: string, call: ShownCall) => ask(`/calls/${id}`, call, secret),
  /** What a seat may see now. */
  screen: (match: string, token: string) => json<Snapshot>(ask(`/matches/${match}/screen`, undefined, token)),
  remove: (match: string, seat: number, token: string) =>
    json<TableInfo>(ask(`/matches/${match}/seats/${seat}/remove`, null, token)),
  /** Revokes the links to a seat. */
  revoke: (match: string, seat: number, token: string) =>
    json<TableInfo>(ask(`/matches/${match}/seats/${seat}/revoke`, null, token)),
};

/** Takes a seat and commits to a nonce. We compute the hash ourselves, because pages over plain HTTP have no `crypto.subtle`. */
async function seat(path: string, wish: object, token = ""): Promise<Held> {
  const nonce = randomHex(32);
  const commit = bytesToHex(sha256(hexToBytes(nonce)));
  return { ...(await json<SeatTicket>(ask(path, { ...wish, commit }, token))), nonce };
}
