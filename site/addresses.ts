/** Every address of a built site: a page that is not listed here is not written. */
import { guidePages } from '#site/components/guide/guide-pages.ts';
import { allSessions, editedFiles, memoryPages } from '#site/data.ts';
import { movedAddresses } from '#site/model/moved.ts';
import { timelineAddresses } from '#site/model/timeline.ts';
import { DATA_FILES, SITE_PAGES } from '#site/pages.ts';
import { projectList } from '#src/archive/projects.ts';
import { sessionFacets } from '#src/archive/session-facets.ts';
import { hasMonthPages, monthsOf } from '#src/archive/session-index.ts';
import type { Session } from '#src/format/session.ts';
import { tagWord } from '#src/format/tags.ts';
import { narrativesOf } from '#src/posts/narratives.ts';
import { filesAddress, narrativeAddress, sessionAddress } from '#src/lib/text/page-address.ts';

/** The addresses of all pages and files of a built site, with their `%` escapes; an address ends with `/` if it names a page. */
export async function addresses(): Promise<string[]> {
  const sessions = await allSessions();
  const all = [
    ...SITE_PAGES.map(({ address }) => address),
    ...DATA_FILES,
    '/404/',
    ...ofSessions(sessions),
    ...(await ofProjects(sessions)),
    ...timelineAddresses(sessions),
    ...narrativesOf(sessions).queue.map(({ session: { project, name } }) => narrativeAddress(project.slug, name)),
    ...(await memoryPages()).entries.flatMap(({ address }) => address ?? []),
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
  return [
    ...projectList(sessions).map(({ project: { slug } }) => `/projects/${encodeURIComponent(slug)}/`),
    ...Array.from((await editedFiles()).keys(), (slug) => filesAddress(slug)),
  ];
}
