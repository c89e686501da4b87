/** The one place that knows when a hidden time is over. It has timers of its own, which browsers do not slow down in hidden tabs. */
import { type ToWorker, watch } from "./hidden-time.ts";

const answer = watch({
  now: Date.now,
  set: (call, ms) => setTimeout(call, ms),
  clear: (id) => clearTimeout(id as number),
  post: (message) => postMessage(message),
});
addEventListener("message", ({ data }: MessageEvent<ToWorker>) => answer(data));
