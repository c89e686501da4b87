/** What a seat is called. */
import type { Words } from "./words.ts";
import type { SeatInfo } from "./wire.ts";

export function seatName(seat: SeatInfo, number: number, words: Words): string {
  if (seat.kind === "person") return (seat.names ?? []).join(" & ");
  if (seat.kind === "bot") return words.text("web-bot", { number: number + 1, level: seat.level ?? "" });
  return words.text("web-open-seat");
}

/** The first letter, or what looks like one: an emoji may be made of many signs. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}
