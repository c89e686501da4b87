/** Whether this page is up to date with the server, and its lazily loaded parts. */
import { HOME, SITE } from "./place.ts";

/** `missing` counts what cannot be loaded for now. */
export const page = $state({ outdated: false, missing: 0 });

/** The server's current page; empty while the server cannot be reached. */
const fetched = (): Promise<string> =>
  fetch(HOME, { cache: "no-store" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );

/** The server may have been updated while we were disconnected: then its page names a different script from the one running here. */
export async function compare(): Promise<void> {
  if (SITE) return; // without a server, the next visit brings the update
  const text = await fetched();
  const here = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute("src");
  if (text && here?.includes("/assets/") && !text.includes(here)) page.outdated = true;
}

/** A lazily loaded part. Browsers may remember that loading failed and not try again, so the page reloads. */
export const part = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => {
    void renew();
    return new Promise<never>(() => {});
  });

let renewing = false;

/** Reloads once the server answers, but never twice in a row by itself, to avoid an endless loop. */
async function renew(): Promise<void> {
  if (renewing) return;
  renewing = true;
  page.missing += 1;
  while (!(await fetched())) await new Promise((wake) => setTimeout(wake, 1000));
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type === "reload") page.outdated = true;
  else location.reload();
}
