/** What the page and its workers say to each other. */
import type { Answer, Asking } from "../transport.ts";

/** The first message to a worker. It serves the page, or does the jobs (bots, replays) that arrive at its port. */
export interface Begin {
  role: "server" | "jobs";
  folder: string; // the URL of the folder with Python
  port: MessagePort; // between the two
}

export type ToServer = { ask: number; asking: Asking } | { open: number; match: string } | { say: number; text: string } | { close: number };

export type FromServer =
  | { answer: number; answered: Answer }
  | { said: number; text: string }
  | { closed: number; code: number }
  | { loaded: number; total: number } // bytes
  | { ready: true }
  | { failed: string }
  | { elsewhere: true }; // another page of this site has taken over

/** `files.json` in the folder: what Python is made of. */
export interface Files {
  packages: string[]; // wheels and archives, to be unpacked in this order
  bytes: number; // of everything that is fetched
  files: string[]; // all of them
}
