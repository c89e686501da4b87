/** Matches that Python in this browser plays, on the pages of a server: those opened while the server could not be reached. */
import { onStorage, readStorage, writeStorage } from "./storage.ts";

const KEY = "tablee-local";
const MOST = 200; // as many as are stored

const read = (): string[] => readStorage(KEY, []);

let matches = read();

export const isOurs = (match: string): boolean => matches.includes(match);

export function keepOurs(match: string): void {
  matches = [match, ...read().filter((one) => one !== match)].slice(0, MOST);
  writeStorage(KEY, matches);
}

onStorage(KEY, () => (matches = read()));

/** Whether Python has been asked for on this page, and whether it could not be loaded. */
export const python = $state({ wanted: false, failed: false });
