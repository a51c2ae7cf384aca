/** Pages of earlier versions and what took over, so that old links and bookmarks still lead somewhere. */
import type { Session } from '#src/format/session.ts';
import { conceptAddress } from '#src/lib/text/page-address.ts';

/** By the first part of the old address; takes the part after it, which is empty for the page of all. */
const MOVED: Readonly<Record<string, (rest: string) => string>> = {
  brief: (project) => (project === '' ? '/projects/' : `/projects/${encodeURIComponent(project)}/#briefing`),
  // Names of other characters were followed by a hash.
  concepts: (name) => (name === '' || name.includes('~') ? '/search/?q=kind:observation' : conceptAddress(name)),
  on: () => '/timeline/',
  series: () => '/narratives/#series',
  year: () => '/timeline/',
};

/**
 * The old addresses that a built site answers: the first page of each kind, and those of its projects and years. The server
 * of `chronicle dev` answers all.
 */
export function movedAddresses(sessions: readonly Session[]): string[] {
  const projects = sessions.map(({ project }) => `brief/${encodeURIComponent(project.slug)}`);
  const years = sessions.map(({ chronicle }) => `year/${chronicle.frontMatter.date.slice(0, 4)}`);
  return [...new Set([...Object.keys(MOVED), ...projects, ...years])].map((path) => `/${path}/`);
}

/** Where a page is that was at this path, without slashes around it: `brief/larder`; null if no page was there. */
export function movedTo(path: string): string | null {
  const [first = '', rest = '', ...more] = path.split('/');
  return Object.hasOwn(MOVED, first) && more.length === 0 ? (MOVED[first]?.(rest) ?? null) : null;
}
