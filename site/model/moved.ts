/** Pages of earlier versions and what took over, so that old links and bookmarks still lead somewhere. */
import type { Session } from '#src/format/session.ts';
import { TAG_ORDER, tagWord } from '#src/format/tags.ts';
import { conceptAddress } from '#src/lib/text/page-address.ts';

const TAGS: readonly string[] = TAG_ORDER.map(tagWord);

/** By the first part of the old address; takes the part after it, which is empty for the page of all. */
const MOVED: Readonly<Record<string, (rest: string) => string | null>> = {
  brief: (project) => (project === '' ? '/projects/' : `/projects/${encodeURIComponent(project)}/#briefing`),
  // Names of other characters were followed by a hash.
  concepts: (name) => (name === '' || name.includes('~') ? '/search/?q=kind:observation' : conceptAddress(name)),
  memory: (rest) => (rest === 'figures' ? '/memory/' : null),
  on: () => '/timeline/',
  series: () => '/narratives/#series',
  timeline: (rest) => (TAGS.includes(rest) ? `/timeline/?tag=${rest}` : null),
  year: () => '/timeline/',
};

/**
 * The old addresses that a built site answers: the first page of each kind, and those of its projects and years. The server
 * of `chronicle dev` answers all.
 */
export function movedAddresses(sessions: readonly Session[]): string[] {
  const projects = sessions.map(({ project }) => `brief/${encodeURIComponent(project.slug)}`);
  const years = sessions.map(({ chronicle }) => `year/${chronicle.frontMatter.date.slice(0, 4)}`);
  const tags = TAGS.map((tag) => `timeline/${tag}`);
  const all = [...Object.keys(MOVED), 'memory/figures', ...projects, ...tags, ...years];
  return [...new Set(all)].filter((path) => movedTo(path) !== null).map((path) => `/${path}/`);
}

/** Where a page is that was at this path, without slashes around it: `brief/larder`; null if no page was there. */
export function movedTo(path: string): string | null {
  const [first = '', rest = '', ...more] = path.split('/');
  return Object.hasOwn(MOVED, first) && more.length === 0 ? (MOVED[first]?.(rest) ?? null) : null;
}
