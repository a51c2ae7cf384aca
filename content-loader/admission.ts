/**
 * Which requests the dev server answers. Vite would load any file that an address names, and some loaders of Astro's do so
 * without a check. So an address is admitted only if it names a page, a file of the public directory, one of our own
 * middlewares, or a script or style that pages load:
 *
 *     /sessions/?q=port                          a page; its query is only read in the browser
 *     /@fs/opt/chronicle/site/scripts/site.ts    a script of ours, by its real path
 *     /@fs/home/me/notes.md?import               nothing
 */

/** A request to pass on, perhaps changed, or a refusal. */
export type Admission = { url: string; isPage: boolean } | Refused;

/** The status and message of a refusal, and the page that says the same to a person, if there is one. */
export interface Refused {
  status: 400 | 403 | 404;
  sentence: string;
  url?: string;
}

/** What the server has to offer. */
export interface Offer {
  isPage(path: string): boolean;
  isPublicFile(path: string): boolean;
  /** Whether a file, named by its absolute path, is a script or style of pages. */
  isModule(file: string): boolean;
}

/** The message for a request with a malformed address. */
export const MALFORMED_ADDRESS = 'Invalid address: it is not a path, or contains an incomplete % escape.';
const MALFORMED = { status: 400, sentence: MALFORMED_ADDRESS } as const;
const NOT_FOUND = { status: 404, sentence: 'Page not found.' } as const;

/** Modules that are not files: Vite's client, and the import of our script that Astro adds to pages. */
const VIRTUAL = new Set(['/@vite/client', '/@id/astro:scripts/page.js']);
/** Queries that Vite adds to the address of a module after it has changed. */
const CHANGED = /^\?(?:import&)?t=\d{1,16}$/;
/** The query of a style sheet that a script imports as text. */
const INLINE = /^\?(?:t=\d{1,16}&)?inline$/;
/** Addresses that our own middlewares answer. */
const OWN = /^\/(?:changes$|edit$|edit\/|pagefind\/|sessions\/[^/]+\/[^/]+\/index\.(?:md|json)$)/;
/** Addresses that never name a page. Vite and Astro give those that begin with `@` or `_` a meaning of their own. */
const RESERVED = /^\/(?:[@_]|node_modules(?:\/|$))/;
/** Two slashes in a row, a backslash, a control character, or a part that climbs: Astro fails on some of them. */
const STRANGE = /\/\/|[\\\u0000-\u001f\u007f]|\/\.{1,2}(?:\/|$)/;

/** Decides about the address of a request, as it was sent. */
export function admit(url: string, offer: Offer): Admission {
  const [, raw = '', query = ''] = /^([^?#]*)(.*)$/s.exec(url) ?? [];
  const path = decoded(raw);
  if (!path?.startsWith('/')) return MALFORMED;
  if (STRANGE.test(path)) return NOT_FOUND;
  if (offer.isPublicFile(path)) return { url: raw, isPage: true };
  if (RESERVED.test(path)) return isModule(path, query, offer) ? { url, isPage: false } : NOT_FOUND;
  if (offer.isPage(path) || OWN.test(path)) return { url: raw, isPage: true };
  return { ...NOT_FOUND, url: '/404/' };
}

function isModule(path: string, query: string, offer: Offer): boolean {
  if (query !== '' && !CHANGED.test(query) && !(path.endsWith('.css') && INLINE.test(query))) return false;
  return VIRTUAL.has(path) || (path.startsWith('/@fs/') && offer.isModule(path.slice('/@fs'.length)));
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
