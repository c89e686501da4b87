/** Short synthesised sounds: each is a few notes of an oscillator. Browsers keep them silent until the first touch. */
import { kept } from "./kept.svelte.ts";

export type Sound = "tap" | "place" | "turn" | "news" | "bell" | "win" | "no";
type Note = readonly [hertz: number, from: number, long: number, wave?: OscillatorType];

const NOTES: Record<Sound, readonly Note[]> = {
  tap: [[420, 0, 0.04, "triangle"]],
  place: [
    [260, 0, 0.06, "triangle"],
    [390, 0.04, 0.09, "triangle"],
  ],
  turn: [
    [523, 0, 0.1],
    [659, 0.1, 0.16],
  ],
  news: [[587, 0, 0.08]],
  bell: [
    [1320, 0, 0.9],
    [1980, 0, 0.5],
    [1320, 0.18, 0.9],
    [1320, 0.36, 1.2],
  ],
  win: [
    [523, 0, 0.14],
    [659, 0.13, 0.14],
    [784, 0.26, 0.14],
    [1047, 0.39, 0.4],
  ],
  no: [
    [196, 0, 0.09, "square"],
    [165, 0.1, 0.14, "square"],
  ],
};

let context: AudioContext | null = null;

export const play = (sound: Sound): void => sing(NOTES[sound]);

const SCALE = [0, 2, 4, 7, 9]; // pentatonic, in half tones
/** A soft note for the nth line of a count, each a step higher. */
export function playStep(n: number): void {
  const tone = 12 * Math.floor(n / SCALE.length) + SCALE[n % SCALE.length]!;
  sing([[392 * 2 ** (Math.min(tone, 36) / 12), 0, 0.09, "triangle"]]);
}

function sing(notes: readonly Note[]): void {
  if (kept.mute || !navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  for (const [hertz, from, long, wave] of notes) note(context, hertz, from, long, wave ?? "sine");
}

function note(to: AudioContext, hertz: number, from: number, long: number, wave: OscillatorType): void {
  const [tone, gain, start] = [to.createOscillator(), to.createGain(), to.currentTime + from];
  tone.type = wave;
  tone.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(wave === "square" ? 0.04 : 0.12, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  tone.connect(gain).connect(to.destination);
  tone.start(start);
  tone.stop(start + long);
}
