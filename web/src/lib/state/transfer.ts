/**
 * A history on its way to another device: in a file, or sealed through a server that passes it on once. The server gets an id and bytes
 * that only the secret in the link can open, and never the secret.
 */
import type { Transfer } from "$lib/generated/wire.ts";
import { ask, json } from "$lib/net/api.ts";
import { randomHex } from "$lib/net/random.ts";
import { Refused } from "$lib/net/refused.ts";
import { readStorage, writeStorage } from "$lib/net/storage.ts";
import { keepSummaries, readSummaries, type Summary } from "$lib/net/summaries.ts";
import { DAILY, isFurtherTry } from "./daily.ts";
import { type Best, keep, kept } from "./kept.svelte.ts";

const VERSION = 1;
const SECRET = 16; // bytes
const IV = 12; // bytes
const MOST_SEALED = 1_400_000; // characters; see wire.py
const MOST_BYTES = 40_000_000; // of a history that is read: some 100,000 matches

/** What a device gives away: everything about finished matches, and nothing that opens a seat. */
export interface History {
  tablee: "history";
  version: number;
  summaries: readonly Summary[];
  bests: Readonly<Record<string, Best>>;
  daily: Readonly<Record<string, unknown>>;
}

/** Why a history cannot be read: among others, the link is used up (`gone`), or whoever passed it on has `changed` it. */
export class BadHistory extends Error {
  constructor(readonly why: "file" | "version" | "link" | "gone" | "changed" | "size") {
    super(why);
  }
}

export async function ownHistory(): Promise<History> {
  const { all } = await readSummaries();
  const summaries = all.map(({ imported: _, ...summary }) => summary).sort((a, b) => a.when - b.when);
  return { tablee: "history", version: VERSION, summaries, bests: { ...kept.bests }, daily: readStorage(DAILY, {}) };
}

// reading
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 500;
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const may = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);
const listOf =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(is);

const isPlayer = (value: unknown): boolean =>
  isObject(value) && isText(value.name) && isText(value.level) && isNumber(value.score) && isNumber(value.place);
const isReview = (value: unknown): boolean =>
  isObject(value) &&
  ["when", "loss", "decisions", "luck"].every((name) => isNumber(value[name])) &&
  (value.usual === null || isNumber(value.usual));
const isOption = (value: unknown): boolean => isText(value) || isNumber(value) || typeof value === "boolean";

function isSummary(value: unknown): value is Summary {
  return (
    isObject(value) &&
    ["match", "game", "server"].every((name) => isText(value[name])) &&
    ["when", "seat", "score", "place", "of"].every((name) => isNumber(value[name])) &&
    ["practice", "hints", "shared"].every((name) => may(value[name], (mark) => mark === true)) &&
    ["commit", "digest", "daily"].every((name) => may(value[name], isText)) &&
    may(value.options, (options) => isObject(options) && Object.values(options).every(isOption)) &&
    may(value.players, (players) => listOf(isPlayer)(players) && Boolean((players as unknown[])[value.seat as number])) &&
    may(value.games, (games) => listOf(listOf(isNumber))(games) && (games as unknown[][]).every((row) => row.length)) &&
    may(value.review, isReview)
  );
}

const isBest = (value: unknown): boolean =>
  isObject(value) && isNumber(value.score) && isText(value.match) && (value.before === null || isNumber(value.before));

/** Reads a file or what was sealed. Throws BadHistory. */
export function readHistory(text: string): History {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new BadHistory("file");
  }
  if (!isObject(found) || found.tablee !== "history" || !isNumber(found.version)) throw new BadHistory("file");
  if (found.version > VERSION) throw new BadHistory("version");
  const { summaries, bests, daily } = found;
  if (!listOf(isSummary)(summaries) || !isObject(bests) || !Object.values(bests).every(isBest) || !isObject(daily))
    throw new BadHistory("file");
  return found as unknown as History;
}

// merging
export interface Merged {
  added: number;
  known: number;
}

/** Adds another device's history to this one's. Doing so again changes nothing. */
export async function merge({ summaries, bests, daily }: History): Promise<Merged> {
  const here = new Set((await readSummaries()).all.map(({ match }) => match));
  await keepSummaries(summaries.map((one) => ({ ...one, imported: true as const })));
  keep({ bests: betterOf(kept.bests, bests) });
  writeStorage(DAILY, earlierOf(readStorage(DAILY, {}), daily));
  const tries = (await readSummaries()).all.filter(({ daily, game, match }) => daily && isFurtherTry(daily, game, match));
  await keepSummaries(tries.map((one) => ({ ...one, practice: true as const })));
  const known = summaries.filter(({ match }) => here.has(match)).length;
  return { added: summaries.length - known, known };
}

export const betterOf = (a: Readonly<Record<string, Best>>, b: Readonly<Record<string, Best>>): Record<string, Best> =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => {
      const [one, two] = [a[key], b[key]];
      return [key, one && two ? (two.score > one.score ? two : one) : (one ?? two)!];
    }),
  );

/** Results of deals of the day, by date and game: of two tries the one that is over or, if both are, the earlier; `daily.ts` says more. */
export function earlierOf(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => {
      const [one, two] = [a[key], b[key]];
      return [key, isObject(one) && isObject(two) ? earlierTry(one, two) : (one ?? two)];
    }),
  );
}

function earlierTry(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const rank = ({ score, when }: Record<string, unknown>): number =>
    (isNumber(score) ? 0 : 1e15) + (isNumber(when) ? when : 1e14);
  const practice = Math.max(...[a.practice, b.practice].map((tries) => (isNumber(tries) ? tries : 0)));
  return { ...(rank(b) < rank(a) ? b : a), practice };
}

// sealing
/** Whether this page may encrypt: browsers allow it over https and on this machine. */
export const canSeal = (): boolean => isSecureContext && "subtle" in crypto;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function keysOf(secret: Uint8Array<ArrayBuffer>): Promise<{ id: string; key: CryptoKey }> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits", "deriveKey"]);
  const how = (info: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: bytesOf(`tablee history ${info}`),
  });
  const id = new Uint8Array(await crypto.subtle.deriveBits(how("id"), base, 128));
  const key = await crypto.subtle.deriveKey(how("key"), base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  return { id: [...id].map((byte) => byte.toString(16).padStart(2, "0")).join(""), key };
}

const fromHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g)!, (digits) => parseInt(digits, 16));

function toText(bytes: Uint8Array): string {
  const PIECE = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  by: GenericTransformStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = (new Blob([bytes]).stream().pipeThrough(by) as ReadableStream<Uint8Array>).getReader();
  const found: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new BadHistory("size");
    found.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(found).arrayBuffer());
}

/** Closes a history so that only the secret opens it. */
export async function seal(history: History, secret: string): Promise<{ id: string; sealed: string }> {
  const { id, key } = await keysOf(fromHex(secret));
  const packed = await through(bytesOf(JSON.stringify(history)), new CompressionStream("gzip"));
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const closed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, packed));
  return { id, sealed: toText(new Uint8Array([...iv, ...closed])) };
}

/** Opens what was sealed. Throws BadHistory if it is not what the other device has sent. */
export async function unseal(sealed: string, secret: string): Promise<History> {
  const { key } = await keysOf(fromHex(secret));
  let packed: Uint8Array<ArrayBuffer>;
  try {
    const bytes = Uint8Array.from(atob(sealed), (char) => char.charCodeAt(0));
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytes.subarray(0, IV) }, key, bytes.subarray(IV));
    packed = new Uint8Array(plain);
  } catch {
    throw new BadHistory("changed");
  }
  return readHistory(new TextDecoder().decode(await through(packed, new DecompressionStream("gzip"), MOST_BYTES)));
}

/** Gives the history of this device to the server, sealed. Returns the secret for the link. Throws BadHistory or Refused. */
export async function send(): Promise<string> {
  const secret = randomHex(SECRET);
  const { id, sealed } = await seal(await ownHistory(), secret);
  if (sealed.length > MOST_SEALED) throw new BadHistory("size");
  await ask(`/transfers/${id}`, { sealed } satisfies Transfer);
  return secret;
}

/** Takes the history behind a link, once. Throws BadHistory or Refused. */
export async function receive(secret: string): Promise<History> {
  if (!isSecret(secret)) throw new BadHistory("link");
  const { id } = await keysOf(fromHex(secret));
  const { sealed } = await json<Transfer>(ask(`/transfers/${id}/take`, null)).catch((error: unknown) => {
    throw error instanceof Refused && error.code === "no-transfer" ? new BadHistory("gone") : error;
  });
  return unseal(sealed, secret);
}

export const isSecret = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);
