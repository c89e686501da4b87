/** A verdict is told before the table shows what it changes. */
import type { LimitsMessage } from "$lib/generated/ids.ts";
import type { Sentence } from "$lib/generated/wire.ts";

const VERDICTS: readonly string[] = ["guilty", "innocent"] satisfies LimitsMessage[];

export const isScene = (events: readonly Sentence[]): boolean => events.some(({ id }) => VERDICTS.includes(id));
