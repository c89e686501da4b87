/** The display names of the seats. */
import type { SeatInfo } from "$lib/generated/wire.ts";
import { charactersOf } from "./characters.ts";
import type { Words } from "./words.ts";

/** A bot that has the name of a person says that it is a bot. */
export function seatNames(seats: readonly SeatInfo[], words: Words): string[] {
  const people = new Set(seats.flatMap(({ names }) => names ?? []));
  return charactersOf(seats).map((character, number) => {
    const { kind, names } = seats[number]!;
    if (kind === "person") return (names ?? []).join(" & ");
    if (!character) return words.text("web-open-seat");
    return people.has(character.name) ? words.text("web-bot", { name: character.name }) : character.name;
  });
}

/** The first visible character: an emoji may consist of several code points. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? "";
}
