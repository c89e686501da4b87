/** Whether this page is still the server's, and the parts of it that are loaded when they are needed. */

export const page = $state({ outdated: false });

/** The page the server has now; empty while it cannot be reached. */
const fetched = (): Promise<string> =>
  fetch("/", { cache: "no-store" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );

/** The server may have been updated while we were away: its page then names another script than the one that runs here. */
export async function compare(): Promise<void> {
  const text = await fetched();
  const here = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute("src");
  if (text && here?.startsWith("/assets/") && !text.includes(here)) page.outdated = true;
}

/** A lazily loaded part. Browsers may remember that one did not come, and not ask again: then the page begins anew. */
export const part = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => {
    void renew();
    return new Promise<never>(() => {});
  });

let renewing = false;

/** Once the server answers; by itself not twice in a row, lest it never end. */
async function renew(): Promise<void> {
  if (renewing) return;
  renewing = true;
  while (!(await fetched())) await new Promise((wake) => setTimeout(wake, 1000));
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type === "reload") page.outdated = true;
  else location.reload();
}
