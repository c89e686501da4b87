/** The digest of a record, computed here: see `tablee/chain.py`. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

type Row = [who: string | number, text: string, ms: number];
const WHO: Record<string, number> = { "*": -1, "!": -2 };

/** Names do not count: only how many people share a seat, and which bots play. */
const unnamed = (seat: string | string[]): string | string[] =>
  typeof seat === "string" ? (seat.startsWith("bot:") ? seat : "") : seat.map(() => "");

function written(line: string): string {
  const entry = JSON.parse(line) as Row | Record<string, unknown>;
  if (!Array.isArray(entry)) return JSON.stringify(entry);
  const [who, text, ms] = entry;
  return `${WHO[who] ?? who} ${ms} ${text}`;
}

/** Throws if the text is not a record. */
export function recordDigest(text: string): string {
  const [head = "", ...lines] = text.trim().split("\n");
  const header = JSON.parse(head) as { seats: (string | string[])[] };
  const first = sha256(utf8ToBytes(JSON.stringify({ ...header, seats: header.seats.map(unnamed) })));
  return bytesToHex(lines.reduce((link, line) => sha256(concatBytes(link, utf8ToBytes(written(line)))), first));
}
