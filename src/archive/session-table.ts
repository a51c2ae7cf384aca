import type { Session } from '../chronicle/session.ts';
import { tagWord } from '../chronicle/tags.ts';
import { sessionTitle } from '../chronicle/title.ts';
import { sessionAddress } from '../text/page-address.ts';
import { tagsOf } from './session-facets.ts';
import { type FilteredFacts, tagLetter } from './session-filter.ts';

/** A session in the results of the sessions page: about 130 bytes, 45 compressed. */
export type SessionRow = [
  address: string,
  title: string,
  date: string,
  project: string,
  branch: string,
  task: string,
  tags: string,
];

/** The table with which a page filters sessions that it does not list. */
export function sessionTable(sessions: readonly Session[]): SessionRow[] {
  return sessions.map((session) => {
    const { project, date, branch, task, tags } = filteredFacts(session);
    return [sessionAddress(project, session.name), sessionTitle(session), date, project, branch, task, tags];
  });
}

/** The facts that filters compare, percent-encoded, as attributes of a session's element. */
export function factAttributes(session: Session): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filteredFacts(session)).map(([fact, value]) => [
      `data-${fact}`,
      encodeURIComponent(value.toWellFormed()),
    ]),
  );
}

function filteredFacts(session: Session): FilteredFacts {
  const { date, branch, task } = session.chronicle.frontMatter;
  const tags = Array.from(tagsOf(session), (tag) => tagLetter(tagWord(tag))).join('');
  return { project: session.project.slug, branch, task, date, tags };
}
