import { isCandidate } from '../chronicle/candidate.ts';
import type { Chronicle } from '../chronicle/chronicle.ts';
import { writtenDetails } from '../chronicle/provenance.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import { sessionAddress } from '../text/page-address.ts';
import { KIND_FACTS, type RecordKind, type SearchRecord } from './record.ts';

/**
 * What a search can find in a session: each event and candidate with its details, the summary unless a machine wrote it,
 * the narrative. In this order, which is the file's.
 */
export function recordsOf(session: Session): SearchRecord[] {
  const { frontMatter, events } = session.chronicle;
  const common = {
    project: session.project.slug,
    session: session.name,
    title: sessionTitle(session),
    branch: frontMatter.branch,
    task: frontMatter.task,
  };
  const whole = { ...common, event: '', tag: null, date: frontMatter.date, time: null };
  const records: SearchRecord[] = events.map((event) => {
    const { id, tag, text, date, time } = event;
    const details = writtenDetails(event);
    const kind = isCandidate(event) ? 'candidate' : 'event';
    return { ...common, kind, event: id, tag, date, time, text: details === '' ? text : `${text}\n${details}` };
  });
  const ofSession = SESSION_KINDS.flatMap((kind) => {
    const text = TEXTS[kind](session.chronicle);
    return text === null ? [] : [{ ...whole, kind, text }];
  });
  return [...records, ...ofSession];
}

type SessionKind = Exclude<RecordKind, 'event' | 'candidate'>;

/** What a session has once, if it has it. */
const TEXTS: Record<SessionKind, (chronicle: Chronicle) => string | null> = {
  summary: ({ summary: { kind, lead } }) =>
    (kind === 'agent' || kind === 'retro') && lead.trim() !== '' ? lead : null,
  narrative: ({ summary: { narrative } }) => (narrative ? `${narrative.title}\n${narrative.text}` : null),
};

const SESSION_KINDS = Object.keys(TEXTS) as SessionKind[];

/** Where a record stands in the site: its event, the narrative, or for a summary the top of its session's page. */
export function recordAddress({ kind, project, session, event }: SearchRecord): string {
  return sessionAddress(project, session, event === '' ? KIND_FACTS[kind].anchor : event);
}
