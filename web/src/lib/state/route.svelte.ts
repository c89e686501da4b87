/** Which page is open: `/` or `/t/MATCH`, and what comes after its `#`. On a static site, all of that comes after a `#`. */
import { BASE, SITE } from "$lib/net/place.ts";

export interface Route {
  match: string; // empty on the home page
  hash: string; // "replay"
  seat: string; // the token of a shared seat
}

/** The URL of a page, for links: from `/t/MATCH#replay` to `/games/t/MATCH#replay`. */
export const link = (page: string): string => (SITE ? `#${page}` : BASE + page.slice(1));

const here = (): URL => {
  const { hash, pathname, search, origin } = location;
  const page = pathname.startsWith(BASE) ? pathname.slice(BASE.length - 1) : "/";
  return new URL(SITE ? (hash.startsWith("#/") ? hash.slice(1) : `/${hash}`) : page + search + hash, origin);
};

/** Changes what comes after the `#` of this page; a reload keeps it. */
export function setHash(hash: string, state: unknown = history.state): void {
  history.replaceState(state, "", link(here().pathname + (hash && `#${hash}`)));
}

function read(): Route {
  const { pathname, hash } = here();
  const [, seat] = /^#seat=(.+)$/.exec(hash) ?? [];
  if (seat) setHash("", { seat }); // so that nobody copies the token by accident; a reload keeps it
  const match = /^\/t\/([^/]+)\/?$/.exec(pathname)?.[1] ?? "";
  return { match, hash: here().hash.slice(1), seat: history.state?.seat ?? "" };
}

export const route: Route = $state(read());

const changed = (): void => void Object.assign(route, read());
addEventListener("popstate", changed);
addEventListener("hashchange", changed);

export const go = (page: string, state: object | null = null): void => visit(link(page), state);

function visit(url: string, state: object | null = null): void {
  history.pushState(state, "", url);
  changed();
  scrollTo(0, 0);
}

/** For links: an ordinary click does not reload the page. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  visit((event.currentTarget as HTMLAnchorElement).getAttribute("href")!);
}
