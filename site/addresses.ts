/** Every address of a built site, which nothing but this list names: a page here and there is linked by none. */
import { guidePages } from '#site/components/guide/guide-pages.ts';
import { allSessions, editedFiles, fileParts, memoryBook } from '#site/data.ts';
import { movedAddresses } from '#site/model/moved.ts';
import { timelineAddresses } from '#site/model/timeline.ts';
import { projectList } from '#src/archive/project-list.ts';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { hasMonthPages, monthsOf } from '#src/archive/session-index.ts';
import type { Session } from '#src/format/session.ts';
import { tagWord } from '#src/format/tags.ts';
import { memoryList } from '#src/memory/memory-book.ts';
import { hasYearPages, narrativesOf } from '#src/posts/narratives.ts';
import { filesAddress, narrativeAddress, sessionAddress } from '#src/lib/text/page-address.ts';

/** Pages and files that every site has, also one of an empty archive. */
const ALWAYS = [
  ...['/', '/404/', '/archive/index.json', '/attention/'],
  ...['/feed.json', '/feed.xml', '/files/', '/guide/', '/inbox/', '/memory/'],
  ...['groups.csv', 'memories.csv'].map((file) => `/memory/${file}`),
  ...['/memory/trend.csv', '/memory/trend.svg', '/names.json', '/ids.json', '/narratives/', '/projects/', '/search/'],
  ...['/sessions/', '/sessions/table.json', '/tags/'],
];

/** The addresses of all pages and files of a built site, with their `%` escapes; an address ends with `/` if it names a page. */
export async function addresses(): Promise<string[]> {
  const sessions = await allSessions();
  const all = [
    ...ALWAYS,
    ...ofSessions(sessions),
    ...(await ofProjects(sessions)),
    ...timelineAddresses(sessions),
    ...ofNarratives(sessions),
    ...(await ofMemory()),
    ...(await guidePages()).map(({ id }) => `/guide/${id}/`),
    ...movedAddresses(sessions),
  ];
  return [...new Set(all)];
}

function ofSessions(sessions: readonly Session[]): string[] {
  const months = monthsOf(sessions).map(({ month }) => month);
  return [
    ...sessions.map(({ project, name }) => sessionAddress(project.slug, name)),
    ...(hasMonthPages(sessions) ? months.map((month) => `/sessions/${month}/`) : []),
    ...months.map((month) => `/archive/${month}.json`),
    ...sessionFacets(sessions).tags.map(({ tag }) => `/tags/${tagWord(tag)}/`),
  ];
}

async function ofProjects(sessions: readonly Session[]): Promise<string[]> {
  const files = Array.from((await editedFiles()).keys(), async (slug) => {
    return Array.from({ length: await fileParts(slug) }, (_, index) => filesAddress(slug, index + 1));
  });
  return [
    ...projectList(sessions).map(({ project: { slug } }) => `/projects/${encodeURIComponent(slug)}/`),
    ...(await Promise.all(files)).flat(),
  ];
}

function ofNarratives(sessions: readonly Session[]): string[] {
  const { queue, years } = narrativesOf(sessions);
  return [
    ...queue.map(({ session: { project, name } }) => narrativeAddress(project.slug, name)),
    ...(hasYearPages(queue) ? years.map(({ year }) => `/narratives/${year}/`) : []),
  ];
}

async function ofMemory(): Promise<string[]> {
  const { entries } = await memoryBook();
  return [...entries.flatMap(({ address }) => address ?? []), ...memoryList(entries).map(({ address }) => address)];
}
