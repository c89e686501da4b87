/** Which page is open. The server knows `/` and `/t/MATCH`; the rest comes after `#`. */

export interface Route {
  match: string; // empty on the home page
  hash: string; // "replay"
  seat: string; // the token of a shared seat
}

function read(): Route {
  const [, seat] = /^#seat=(.+)$/.exec(location.hash) ?? [];
  if (seat) history.replaceState({ seat }, "", location.pathname); // so that nobody copies the token by accident; a reload keeps it
  const match = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1] ?? "";
  return { match, hash: location.hash.slice(1), seat: history.state?.seat ?? "" };
}

export const route: Route = $state(read());

const changed = (): void => void Object.assign(route, read());
addEventListener("popstate", changed);
addEventListener("hashchange", changed);

export function go(path: string, state: object | null = null): void {
  history.pushState(state, "", path);
  changed();
  scrollTo(0, 0);
}

/** For links: an ordinary click does not reload the page. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go((event.currentTarget as HTMLAnchorElement).getAttribute("href")!);
}
