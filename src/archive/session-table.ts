import type { Session } from '../format/session.ts';
import { tagWord } from '../format/tags.ts';
import { sessionTitle } from '../transcript/title.ts';
import { sessionAddress } from '../lib/text/page-address.ts';
import { tagsOf } from './session-facets.ts';
import { tagLetter } from './session-filter.ts';

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

/** The table with which the sessions page filters. */
export function sessionTable(sessions: readonly Session[]): SessionRow[] {
  return sessions.map((session) => {
    const { date, branch, task, imported_from: system = '' } = session.chronicle.frontMatter;
    const { slug } = session.project;
    const tags = Array.from(tagsOf(session), (tag) => tagLetter(tagWord(tag))).join('');
    const title = sessionTitle(session);
    return [sessionAddress(slug, session.name), title, date, slug, branch, task, tags, system, session.machine ?? ''];
  });
}
