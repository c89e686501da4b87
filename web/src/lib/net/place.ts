/** Where this page lies: the folder of its server or site, and what the browser keeps under the folder's name. */

/** The folder with Python, on a site that `tablee site` has made; empty on a server. */
export const SITE = document.documentElement.dataset.site ?? "";
/** The same on any page that has Python at hand. */
export const ENGINE = SITE || (document.documentElement.dataset.engine ?? "");
/** The folder of this page's URLs, `/` or `/games/`. A server writes it into its page, which has many URLs. */
export const BASE = SITE ? new URL("./", location.href).pathname : (document.documentElement.dataset.base ?? "/");
/** The URL of that folder. */
export const HOME = new URL(BASE, location.origin).href;

/** The name under which this browser keeps something for this folder: others on the same host keep their own. `sw.js` does the same. */
export const scoped = (name: string): string => (BASE === "/" ? name : `${BASE} ${name}`);
