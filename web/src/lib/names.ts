/** The display name of a seat. */
import type { Words } from "./words.ts";
import type { SeatInfo } from "./wire.ts";

export function seatName(seat: SeatInfo, number: number, words: Words): string {
  if (seat.kind === "person") return (seat.names ?? []).join(" & ");
  if (seat.kind === "bot") return words.text("web-bot", { number: number + 1, level: seat.level ?? "" });
  return words.text("web-open-seat");
}

/** The first visible character: an emoji may consist of several code points. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}
