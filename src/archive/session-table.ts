import type { Session } from '../chronicle/session.ts';
import { tagWord } from '../chronicle/tags.ts';
import { sessionTitle } from '../chronicle/title.ts';
import { sessionAddress } from '../text/page-address.ts';
import { tagsOf } from './session-facets.ts';
import { type FilteredFacts, tagLetter } from './session-filter.ts';

/** A session as the sessions page lists it when it fits a filter: about 130 bytes, a third of them compressed. */
export type SessionRow = [
  address: string,
  title: string,
  date: string,
  project: string,
  branch: string,
  task: string,
  tags: string,
];

/** All that a page has to know to filter sessions which are not on it. */
export function sessionTable(sessions: readonly Session[]): SessionRow[] {
  return sessions.map((session) => {
    const { project, date, branch, task, tags } = filteredFacts(session);
    return [sessionAddress(project, session.name), sessionTitle(session), date, project, branch, task, tags];
  });
}

/** What a session is filtered by, percent-encoded, as attributes of the element that shows it: a script reads them. */
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
