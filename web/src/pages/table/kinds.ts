/** Seats of one kind: bots of the same level, and free seats. Each person is of their own kind. */
import type { SeatInfo } from "$lib/generated/wire.ts";

export function seatsByKind(seats: readonly SeatInfo[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [seat, { kind, level }] of seats.entries()) {
    if (kind === "closed") continue;
    const key = kind === "person" ? `${seat}` : `${kind} ${level ?? ""}`;
    found.set(key, [...(found.get(key) ?? []), seat]);
  }
  return found;
}
