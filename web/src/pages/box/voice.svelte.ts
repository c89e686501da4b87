/** Says things aloud, where the device has a voice for the language. */
import { kept } from "$lib/state/kept.svelte.ts";
import { audible } from "$lib/ui/audio.ts";
import { play } from "$lib/ui/sounds.ts";

const BEFORE = 250; // ms from the chime to the voice
const speech: SpeechSynthesis | undefined = globalThis.speechSynthesis;

// browsers load their voices when they are first asked for them
let voices: readonly SpeechSynthesisVoice[] = $state.raw(speech?.getVoices() ?? []);
speech?.addEventListener?.("voiceschanged", () => (voices = speech.getVoices()));
let soon: ReturnType<typeof setTimeout> | undefined;

/** The voice for a language, if there is one. Voices of other languages would read it wrongly. */
export function voiceIn(lang: string): SpeechSynthesisVoice | undefined {
  const found = voices.filter((voice) => voice.lang.toLowerCase().startsWith(lang));
  return found.find(({ localService }) => localService) ?? found[0];
}

/** A chime, then the text, if it is to be said and there is a voice. What was being said before ends. */
export function call(text: string, lang: string, aloud: boolean): void {
  clearTimeout(soon);
  speech?.cancel();
  play("turn");
  const voice = voiceIn(lang);
  if (aloud && voice && audible()) soon = setTimeout(() => say(text, voice), BEFORE);
}

function say(text: string, voice: SpeechSynthesisVoice): void {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  utterance.volume = kept.volume / 100;
  utterance.rate = 0.9; // across a table
  speech!.speak(utterance);
}
