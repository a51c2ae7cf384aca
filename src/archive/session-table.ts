import type { Session } from '../format/session.ts';
import { tagWord } from '../format/tags.ts';
import { sessionTitle } from '../transcript/title.ts';
import { sessionAddress } from '../lib/text/page-address.ts';
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
  system: string,
  machine: string,
];

/** The table with which a page filters sessions that it does not list. */
export function sessionTable(sessions: readonly Session[]): SessionRow[] {
  return sessions.map((session) => {
    const { project, date, branch, task, tags, system, machine } = filteredFacts(session);
    const address = sessionAddress(project, session.name);
    return [address, sessionTitle(session), date, project, branch, task, tags, system, machine];
  });
}

/** The facts that filters compare, percent-encoded, as attributes of a session's element. */
export function factAttributes(session: Session): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filteredFacts(session)).flatMap(([fact, value]) =>
      value === '' && RARE.has(fact) ? [] : [[`data-${fact}`, encodeURIComponent(value.toWellFormed())]],
    ),
  );
}

/** Facts that most sessions do not have. */
const RARE = new Set(['system', 'machine']);

function filteredFacts(session: Session): FilteredFacts {
  const { date, branch, task, imported_from: system = '' } = session.chronicle.frontMatter;
  const tags = Array.from(tagsOf(session), (tag) => tagLetter(tagWord(tag))).join('');
  return { project: session.project.slug, branch, task, date, tags, system, machine: session.machine ?? '' };
}
