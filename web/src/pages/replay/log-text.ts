/** The text of one line of a replay's log. */
import type { NoteId } from "$lib/generated/ids.ts";
import type { Remark } from "$lib/generated/wire.ts";
import type { LogLine } from "$lib/state/replay.ts";
import { cellOf, type Words } from "$lib/state/words.ts";

const NOTES: Record<NoteId, string> = {
  "too-late": "web-note-too-late",
  "no-nonce": "web-note-no-nonce",
  "bot-took-over": "web-note-bot-took-over",
  "bot-failed": "web-note-bot-failed",
  "stand-in": "web-note-stand-in",
  back: "web-note-back",
  "time-is-up": "web-note-time-is-up",
  left: "web-note-left",
  removed: "web-note-removed",
  closed: "web-note-closed",
  abandoned: "web-note-abandoned",
  paused: "web-note-paused",
  resumed: "web-note-resumed",
  hint: "note-hint",
  "what-if": "note-what-if",
};

export function logText({ said, note, choice }: LogLine, words: Words): string {
  if (said) return words.say(said);
  if (choice) return choiceText(choice.text, words.name(choice.seat), words);
  return noteText(note!, words);
}

function choiceText(action: string, name: string, words: Words): string {
  const place = cellOf(action);
  const where = place && !place.board ? "cell" : "elsewhere";
  return words.text("web-replay-chose", { where, name, cell: place?.cell ?? "", text: words.action(action) });
}

function noteText({ note, seat, text = "" }: Remark, words: Words): string {
  const seated = typeof seat === "number";
  const name = seated ? words.name(seat) : "";
  return words.text(NOTES[note], {
    seated: seated ? "yes" : "no",
    name,
    seat: name,
    text: note === "stand-in" ? words.bot(text) : text,
  });
}
