import { isCandidate } from '../chronicle/candidate.ts';
import { writtenDetails } from '../chronicle/provenance.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import { sessionAddress } from '../text/page-address.ts';
import type { SearchRecord } from './record.ts';

/**
 * What a search can find in a session: each event and candidate with its details, the summary unless a machine wrote it,
 * the narrative. In this order, which is the file's.
 */
export function recordsOf(session: Session): SearchRecord[] {
  const { frontMatter, events, summary } = session.chronicle;
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
  if ((summary.kind === 'agent' || summary.kind === 'retro') && summary.lead.trim() !== '') {
    records.push({ ...whole, kind: 'summary', text: summary.lead });
  }
  if (summary.narrative) {
    records.push({ ...whole, kind: 'narrative', text: `${summary.narrative.title}\n${summary.narrative.text}` });
  }
  return records;
}

/** Where a record stands in the site: its event, the narrative, or for a summary the top of its session's page. */
export function recordAddress({ kind, project, session, event }: SearchRecord): string {
  if (kind === 'event' || kind === 'candidate') return sessionAddress(project, session, event);
  return sessionAddress(project, session, kind === 'narrative' ? 'narrative' : undefined);
}
