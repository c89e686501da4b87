/** What the page and its workers say to each other. */
import type { Answer, Asking } from "../transport.ts";

/** The first message to a worker, which loads Python. Then it serves the page, or does the jobs (bots, replays) that arrive at its port. */
export interface Begin {
  role: "server" | "jobs";
  folder: string; // the URL of the folder with Python
  port: MessagePort; // between the two
  snapshot: boolean; // whether a snapshot of Python that has started may be fetched
  kept: string; // the name under which matches are kept
  earlier: string; // and under which an earlier version may have kept them, in any folder
}

/** Why matches cannot be stored: the browser does not let us, or there is no room. */
export type StorageTrouble = "denied" | "full";
/** What a visitor decides then. */
export type StorageChoice = "again" | "unsaved";

export type ToServer =
  | Begin
  | { serve: true } // takes over the matches of this browser
  | { choice: StorageChoice }
  | { ask: number; asking: Asking }
  | { open: number; match: string }
  | { say: number; text: string }
  | { close: number }
  | { copy: number } // of everything that is stored
  | { jobs: MessagePort } // of a new worker for jobs
  | { lost: string }; // why there is none

export type FromServer =
  | { answer: number; answered: Answer }
  | { said: number; text: string }
  | { closed: number; code: number }
  | { copied: number; data: Uint8Array<ArrayBuffer> }
  | { loaded: number; total: number } // bytes
  | { warm: true } // Python has started
  | { ready: true; damaged: boolean } // whether something that is stored could not be read
  | { trouble: StorageTrouble | null }
  | { failed: string }
  | { elsewhere: true }; // another page of this site has taken over

/** What a worker for jobs tells the page; `failed`: it cannot load Python. */
export type FromJobs = Extract<FromServer, { loaded: number } | { failed: string }>;

/** A job's answer, or why there is none. */
export type JobAnswer = { job: number; answer: Uint8Array } | { job: number; failed: string };

/** `files.json` in the folder: what Python is made of. */
export interface Files {
  packages: string[]; // wheels and archives, to be unpacked in this order
  bytes: number; // of everything that is fetched but the snapshot
  files: string[]; // all of them, and the snapshot
  snapshot?: { name: string; bytes: number }; // Python when it has started: faster than starting it, but more to fetch
}
