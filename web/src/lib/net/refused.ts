/** What is said when the server refuses something. */
import type { ReasonCode } from "$lib/generated/reasons.ts";
import type { Sentence } from "$lib/generated/wire.ts";

/** The server refused or did not answer. `said` is for people; `line` is a line of a record, `board` one of those to be scored. */
export class Refused extends Error {
  constructor(
    readonly code: ReasonCode | "offline" | "no-answer",
    readonly said: Sentence,
    readonly line = 0,
    readonly board = 0,
  ) {
    super(code);
  }
}
