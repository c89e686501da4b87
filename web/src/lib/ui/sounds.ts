/** Sounds of things on a table, each built from a few layers: a struck body rings in partials, a hit or a rustle is filtered noise. */
import { audible, output } from "./audio.ts";

export type Sound = "tap" | "place" | "last" | "dice" | "card" | "bell" | "glass" | "turn" | "news" | "verdict" | "win" | "no";

interface Tone {
  hertz: number;
  from: number; // seconds
  long: number;
  loud: number;
  /** The pitch it falls to, like a drum's. */
  down?: number;
}
/** White noise through a filter, which may sweep. */
interface Noise extends Tone {
  filter: BiquadFilterType;
  q: number;
  /** Seconds until it is loudest; hits are instant, rustles are not. */
  swell?: number;
}
type Layer = Tone | Noise;

const hit = (from: number, hertz: number, loud: number, long = 0.03): Noise => ({
  filter: "bandpass",
  q: 1.2,
  hertz,
  from,
  long,
  loud,
});
const thump = (from: number, hertz: number, loud: number, long = 0.09): Tone => ({ hertz, down: hertz * 0.55, from, long, loud });

/** A body that was struck: its partials, as [ratio to the lowest, loudness, how long it rings]. */
const struck =
  (partials: readonly (readonly [number, number, number])[]) =>
  (hertz: number, from: number, loud: number): Tone[] =>
    partials.map(([ratio, part, long]) => ({ hertz: hertz * ratio, from, long, loud: loud * part }));
const wood = struck([
  [1, 1, 0.35],
  [3.93, 0.28, 0.12],
  [9.2, 0.08, 0.05],
]); // a marimba's bar
const brass = struck([
  [1, 0.5, 1.9],
  [1.004, 0.4, 1.7],
  [2.01, 0.45, 1.1],
  [2.98, 0.3, 0.8],
  [4.21, 0.22, 0.5],
  [5.43, 0.14, 0.3],
]); // a desk bell's cap

const tile = [hit(0, 2300, 0.5, 0.022), hit(0.004, 750, 0.5, 0.05), thump(0, 190, 0.4), hit(0.045, 1700, 0.12, 0.02)];
const C5 = 523.25,
  E5 = 659.25,
  G5 = 783.99,
  A5 = 880,
  C6 = 1046.5;

export const LAYERS: Record<Sound, readonly Layer[]> = {
  tap: [hit(0, 1500, 0.2, 0.02), thump(0, 320, 0.1, 0.04)],
  place: tile,
  last: [...tile, thump(0, 95, 0.5, 0.4), ...wood(C5 / 2, 0.08, 0.22), ...wood(G5 / 2, 0.08, 0.15)],
  dice: [0, 0.05, 0.085, 0.15, 0.19, 0.27, 0.31, 0.42, 0.47].flatMap((from, n) => [
    hit(from, 2400 + ((n * 677) % 1500), 0.42 * 0.88 ** n, 0.018),
    thump(from, 420 + ((n * 131) % 160), 0.12 * 0.85 ** n, 0.03),
  ]),
  card: [
    { filter: "bandpass", q: 0.8, hertz: 2600, down: 5200, from: 0, long: 0.13, loud: 0.22, swell: 0.06 },
    hit(0.11, 1300, 0.28, 0.03),
  ],
  bell: [hit(0, 5200, 0.2, 0.012), ...brass(1568, 0, 0.3), ...brass(1568, 0.3, 0.22)],
  glass: [
    thump(0, 240, 0.25, 0.08),
    hit(0.01, 1100, 0.2, 0.03),
    { filter: "bandpass", q: 1.5, hertz: 6800, down: 5200, from: 0.08, long: 1.1, loud: 0.09, swell: 0.3 },
    { filter: "bandpass", q: 4, hertz: 3900, from: 0.12, long: 0.9, loud: 0.05, swell: 0.35 },
  ],
  turn: [...wood(E5, 0, 0.24), ...wood(A5, 0.13, 0.26)],
  news: wood(C5, 0, 0.2),
  verdict: [thump(0, 110, 0.5, 0.3), hit(0, 500, 0.3, 0.06), ...brass(C5, 0.02, 0.16), ...brass(G5, 0.02, 0.1)],
  win: [
    ...[C5, E5, G5, C6].flatMap((hertz, n) => wood(hertz, n * 0.11, 0.24)),
    ...[C5, E5, G5].flatMap((hertz) => wood(hertz, 0.5, 0.16)),
    ...brass(C6, 0.5, 0.14),
  ],
  no: [thump(0, 150, 0.5, 0.11), hit(0, 320, 0.4, 0.05), thump(0.13, 125, 0.5, 0.16), hit(0.13, 280, 0.4, 0.06)],
};

/** What a hand feels, in ms: only what concerns the player, not what others do. */
const SHAKES: Partial<Record<Sound, number[]>> = { tap: [8], turn: [25, 60, 25], no: [40, 40, 40], win: [20, 60, 20, 60, 60] };

/** Vibrates where there is something to vibrate, unless sounds are muted. Before the first touch, Chrome would complain. */
export function vibrate(pattern: number | number[]): void {
  if (audible() && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

export function play(sound: Sound): void {
  const shake = SHAKES[sound];
  if (shake) vibrate(shake);
  const out = output();
  if (!out) return;
  for (const layer of LAYERS[sound]) sing(out.context, out.to, layer);
}

const SCALE = [0, 2, 4, 7, 9]; // pentatonic, in half tones
/** A soft note for the nth line of a count, each a step higher. */
export function playStep(n: number): void {
  const out = output();
  const half = 12 * Math.floor(n / SCALE.length) + SCALE[n % SCALE.length]!;
  if (out) for (const layer of wood(392 * 2 ** (Math.min(half, 24) / 12), 0, 0.16)) sing(out.context, out.to, layer);
}

function sing(context: AudioContext, to: AudioNode, layer: Layer): void {
  const start = context.currentTime + layer.from;
  const end = start + layer.long;
  const envelope = context.createGain();
  const swell = ("swell" in layer && layer.swell) || 0.002;
  envelope.gain.setValueAtTime(0.0001, start);
  envelope.gain.exponentialRampToValueAtTime(layer.loud, start + swell);
  envelope.gain.exponentialRampToValueAtTime(0.0001, end);
  envelope.connect(to);
  const source = "filter" in layer ? rustle(context, layer, start, end, envelope) : tone(context, layer, start, end, envelope);
  source.start(start);
  source.stop(end);
}

function tone(context: AudioContext, { hertz, down }: Tone, start: number, end: number, to: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  glide(source.frequency, hertz, down, start, end);
  source.connect(to);
  return source;
}

function rustle(context: AudioContext, layer: Noise, start: number, end: number, to: AudioNode): AudioScheduledSourceNode {
  const [source, filter] = [context.createBufferSource(), context.createBiquadFilter()];
  source.buffer = whiteNoise(context);
  source.loop = true;
  filter.type = layer.filter;
  filter.Q.value = layer.q;
  glide(filter.frequency, layer.hertz, layer.down, start, end);
  source.connect(filter).connect(to);
  return source;
}

function glide(pitch: AudioParam, from: number, to: number | undefined, start: number, end: number): void {
  pitch.setValueAtTime(from, start);
  if (to) pitch.exponentialRampToValueAtTime(to, end);
}

let noise: AudioBuffer | null = null;

function whiteNoise(context: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  noise.getChannelData(0).forEach((_, n, samples) => (samples[n] = Math.random() * 2 - 1));
  return noise;
}
