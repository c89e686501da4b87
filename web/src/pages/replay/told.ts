/** A line of a replay's log, in words. */
import type { Line } from "$lib/replay.ts";
import type { Words } from "$lib/words.ts";

export function told({ said, note, choice }: Line, words: Words): string {
  if (said) return words.say(said);
  if (choice) return words.text("web-replay-chose", { name: words.name(choice.seat), text: choice.text });
  const id = `web-note-${note!.note.replaceAll(" ", "-")}`;
  if (!words.has(id)) return note!.note;
  const seated = typeof note!.seat === "number";
  return words.text(id, { seated: seated ? "yes" : "no", name: seated ? words.name(note!.seat!) : "", text: note!.text ?? "" });
}
