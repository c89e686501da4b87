/** The characters that bots play as. A record still says `bot:greedy`: names and faces exist in this client only. */
import type { SeatInfo } from "$lib/generated/wire.ts";

export interface Face {
  fill: string;
  head: "round" | "square" | "hex" | "drop";
  top: "tuft" | "aerial" | "ears" | "cap" | "bow" | "crown";
  eyes: "dots" | "wide" | "glasses" | "sleepy";
  mouth: "smile" | "grin" | "small" | "flat";
}

export interface Character {
  name: string;
  face: Face;
}

const one = (
  name: string,
  fill: string,
  head: Face["head"],
  top: Face["top"],
  eyes: Face["eyes"],
  mouth: Face["mouth"],
): Character => ({
  name,
  face: { fill, head, top, eyes, mouth },
});

/** From beginners to champions. Fills have a contrast of at least 3 with the dark lines drawn on them. */
const CASTS = {
  beginner: [
    one("Lulu", "#f6b73c", "round", "tuft", "wide", "smile"),
    one("Pico", "#7cc36a", "drop", "ears", "dots", "small"),
    one("Nina", "#f2918f", "round", "bow", "dots", "smile"),
    one("Momo", "#79b8e8", "square", "ears", "sleepy", "smile"),
    one("Bibi", "#c9a4e6", "drop", "tuft", "dots", "grin"),
    one("Tiko", "#f3a06a", "hex", "aerial", "wide", "small"),
  ],
  regular: [
    one("Oscar", "#6fc2b4", "square", "cap", "dots", "smile"),
    one("Flora", "#f0a3c4", "round", "bow", "glasses", "smile"),
    one("Basile", "#a9c25b", "hex", "tuft", "sleepy", "flat"),
    one("Iris", "#9fb2f0", "drop", "bow", "wide", "small"),
    one("Gaston", "#e0b27c", "square", "ears", "glasses", "flat"),
    one("Salomé", "#ef9a7a", "round", "ears", "dots", "grin"),
  ],
  expert: [
    one("Hector", "#8fc0d8", "hex", "cap", "glasses", "flat"),
    one("Minerva", "#d3b0e8", "drop", "crown", "glasses", "small"),
    one("Archie", "#d9c05a", "square", "aerial", "glasses", "smile"),
    one("Sibyl", "#8fd0a0", "round", "crown", "sleepy", "small"),
    one("Casimir", "#e79d9d", "hex", "ears", "glasses", "grin"),
    one("Ondine", "#7fc9d9", "drop", "tuft", "glasses", "smile"),
  ],
  champion: [
    one("Vega", "#ffd166", "hex", "crown", "wide", "grin"),
    one("Ulysse", "#7ad3b8", "square", "crown", "dots", "flat"),
    one("Cassandre", "#f2a0b8", "round", "crown", "glasses", "small"),
    one("Orion", "#9db8ff", "hex", "crown", "sleepy", "smile"),
    one("Merlin", "#c7a8ff", "drop", "crown", "dots", "smile"),
    one("Zora", "#f5a65b", "square", "crown", "wide", "small"),
  ],
} as const satisfies Record<string, readonly Character[]>;

/** The people on a ladder, from rung 1. */
const PEOPLE: readonly Character[] = [
  one("Pia", "#f7c35f", "round", "bow", "wide", "grin"),
  one("Tom", "#8bc97f", "square", "tuft", "wide", "smile"),
  one("Lou", "#f4a3a0", "drop", "ears", "dots", "grin"),
  one("Max", "#8ec3ea", "hex", "cap", "wide", "grin"),
  one("Rosa", "#d6aee8", "round", "bow", "sleepy", "smile"),
  one("Hugo", "#e8b98a", "square", "cap", "sleepy", "small"),
  one("Nour", "#7fd0c0", "hex", "tuft", "dots", "smile"),
  one("Emil", "#c2c86a", "square", "ears", "glasses", "small"),
  one("Vera", "#a9b8f2", "round", "tuft", "glasses", "flat"),
  one("Atlas", "#ffd166", "drop", "crown", "dots", "small"),
];
const personOf = (level: string): Character | undefined => PEOPLE[Number(/^rung-(\d+)$/.exec(level)?.[1]) - 1];

type Cast = keyof typeof CASTS;
const CAST_OF: Record<string, Cast> = {
  champion: "champion",
  expert: "expert",
  "first-game": "beginner",
  "forgetful-easy": "beginner",
  random: "beginner",
};
const castOf = (level: string): Cast => CAST_OF[level] ?? "regular";

/** The character of a level that is shown where a level is chosen. */
export const faceOf = (level: string): Face => (personOf(level) ?? CASTS[castOf(level)][0]).face;

/** Who plays each seat, or null for a person: bots of one cast get its characters in the order of their seats, so no two are the same. */
export function charactersOf(seats: readonly SeatInfo[]): (Character | null)[] {
  const met: Record<string, number> = {};
  return seats.map((seat) => {
    if (seat.kind !== "bot") return null;
    const [level, person] = [seat.level ?? "", personOf(seat.level ?? "")];
    const cast = person ? [person] : CASTS[castOf(level)];
    const key = person ? level : castOf(level);
    const before = (met[key] = (met[key] ?? -1) + 1);
    const { name, face } = cast[before % cast.length]!;
    const round = Math.floor(before / cast.length);
    return { name: round ? `${name} ${round + 1}` : name, face };
  });
}
