/** Which hidden times run beside a box, or did in this visit: their end is heard and seen on every page. */
import { readStorage } from "$lib/net/storage.ts";

const stored = (): [string, { run?: unknown; told?: boolean }][] => Object.entries(readStorage("tablee-box", {}));

export const running = $state({ tools: stored().flatMap(([tool, { run, told }]) => (run && !told ? [tool] : [])) });
