/** Fair draws without a server: bit for bit those of src/tablee/fair.py for a seed and no nonces (docs/architecture.md). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const SPAN = 1n << 256n; // the values of one HMAC-SHA-256

/** The hash that commits to a seed of 64 hexadecimal digits, shown before it. */
export const commitment = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)));

/** A uniform whole number below n for this draw number; values beyond the last full multiple of n are redrawn. */
export function below(seed: string, draw: number, n: bigint): bigint {
  const [key, fair] = [hexToBytes(seed), SPAN - (SPAN % n)];
  for (let attempt = 0; ; attempt++) {
    const value = BigInt(`0x${bytesToHex(hmac(sha256, key, utf8ToBytes(`${draw},${attempt};`)))}`);
    if (value < fair) return value % n;
  }
}
