/** Matches that Python in this browser plays, on the pages of a server: those opened while the server could not be reached. */

const KEY = "tablee-local";
const MOST = 200; // as many as are stored

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

let matches = read();

export const isOurs = (match: string): boolean => matches.includes(match);

export function keepOurs(match: string): void {
  matches = [match, ...read().filter((one) => one !== match)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(matches));
  } catch {
    // private mode: kept until the page is closed
  }
}

addEventListener("storage", (event) => {
  if (event.key === KEY) matches = read();
});

/** Whether Python has been asked for on this page. */
export const python = $state({ wanted: false });
