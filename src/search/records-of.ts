import { isCandidate } from '../chronicle/candidate.ts';
import type { Chronicle } from '../chronicle/chronicle.ts';
import { writtenDetails } from '../chronicle/provenance.ts';
import type { Session } from '../chronicle/session.ts';
import { firstPrompt, sessionTitle } from '../chronicle/title.ts';
import { sessionAddress } from '../text/page-address.ts';
import { KIND_FACTS, type RecordKind, type SearchRecord } from './record.ts';

/**
 * What a search can find in a session, in the order of its file: its branch, task and first prompt, each event with its
 * details, the summary unless it is auto-generated, and the narrative.
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
  const texts = SESSION_KINDS.flatMap((kind) => {
    const text = TEXTS[kind](session.chronicle);
    return text === null ? [] : [{ ...whole, kind, text }];
  });
  return [{ ...whole, kind: 'session', text: sessionText(session) }, ...records, ...texts];
}

/** Branch, task and first prompt. The title needs no record: it is taken from one of these, an event, the summary or the narrative. */
function sessionText({ chronicle }: Session): string {
  const { branch, task } = chronicle.frontMatter;
  return [branch, task, firstPrompt(chronicle)].filter((line) => line !== '').join('\n');
}

type SessionKind = Exclude<RecordKind, 'session' | 'event' | 'candidate'>;

/** The text of each kind that a session has once; null if this session has none. */
const TEXTS: Record<SessionKind, (chronicle: Chronicle) => string | null> = {
  summary: ({ summary: { kind, lead } }) =>
    (kind === 'agent' || kind === 'retro') && lead.trim() !== '' ? lead : null,
  narrative: ({ summary: { narrative } }) => (narrative ? `${narrative.title}\n${narrative.text}` : null),
};

const SESSION_KINDS = Object.keys(TEXTS) as SessionKind[];

/** The address of a record: its place on its session's page. */
export function recordAddress({ kind, project, session, event }: SearchRecord): string {
  return sessionAddress(project, session, event === '' ? KIND_FACTS[kind].anchor : event);
}
