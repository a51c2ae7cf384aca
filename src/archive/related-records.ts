/** Which earlier events and observations are like those of a session: whether something happened before. */
import type { Session } from '../chronicle/session.ts';
import { Likeness } from '../index/likeness.ts';
import type { SearchRecord } from '../index/record.ts';
import { recordsOf } from '../index/records-of.ts';
import { sessionCard } from './session-card.ts';

/** An earlier record in another session. */
export interface RelatedRecord extends Pick<SearchRecord, 'kind' | 'tag' | 'anchor' | 'date' | 'project' | 'session'> {
  /** The name of its project; `project` is the slug. */
  projectName: string;
  /** Its first line. */
  title: string;
}

/** More than one looks at. */
const MOST = 3;

/** Only the newest sessions are compared, or a build of 10,000 would take a tenth longer. */
const MOST_SESSIONS = 2000;

interface Entry {
  session: string;
  projectName: string;
  record: SearchRecord;
  /** When that began. An observation may be about an earlier day. */
  start: string;
}

/**
 * The events and observations of an archive by their words. It follows the sessions from one change to the next, so that after
 * an edit only that session's records are read again.
 */
export class RelatedRecords {
  readonly #likeness = new Likeness<Entry>(({ record }) => record.text);
  readonly #entries = new Map<Session, Entry[]>();

  /** Takes the sessions of the archive as they are now, newest first. Returns itself. */
  follow(all: readonly Session[]): this {
    const sessions = all.slice(0, MOST_SESSIONS);
    const current = new Set(sessions);
    for (const [session, entries] of this.#entries) {
      if (current.has(session)) continue;
      for (const entry of entries) this.#likeness.remove(entry);
      this.#entries.delete(session);
    }
    for (const session of sessions) {
      if (this.#entries.has(session)) continue;
      const entries = entriesOf(session);
      for (const entry of entries) this.#likeness.add(entry);
      this.#entries.set(session, entries);
    }
    return this;
  }

  /** For each event and observation of a session, by its anchor: the earlier ones in other sessions that are like it, best first. */
  in(session: Session): ReadonlyMap<string, readonly RelatedRecord[]> {
    const found = (this.#entries.get(session) ?? []).map((entry) => {
      const isEarlier = (other: Entry) => other.session !== entry.session && other.start < entry.start;
      const related = this.#likeness.alike(entry, isEarlier, MOST);
      return [entry.record.anchor, related.map(relatedRecord)] as const;
    });
    return new Map(found.filter(([, related]) => related.length > 0));
  }
}

/** What is written to say that a memory was applied names that memory, which the page links anyway. */
function entriesOf(session: Session): Entry[] {
  const { start } = sessionCard(session);
  return recordsOf(session, null)
    .filter(({ kind, tag }) => (kind === 'event' && tag !== 'MEMORY-HIT') || kind === 'observation')
    .map((record) => ({ session: session.id, projectName: session.project.name, start, record }));
}

function relatedRecord({ record, projectName }: Entry): RelatedRecord {
  const { kind, tag, anchor, date, project, session, text } = record;
  return { kind, tag, anchor, date, project, projectName, session, title: text.split('\n', 1)[0] ?? '' };
}
