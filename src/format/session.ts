import type { FactsHead } from './facts-head.ts';
import type { Project } from '#src/lib/project.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';
import { isFound } from './event-source.ts';
import type { Notebook } from './notebook/notebook.ts';
import type { ExcerptLine, Problem } from './problem.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Tag } from './tags.ts';
import { isSessionId } from './session-id.ts';

/** A chronicle in its file: the archive has one for each readable file. */
export interface Session {
  /** The session_id. Files that share one are one session. */
  id: string;
  project: Project;
  /** The file name without its ending, unique in its project: `2026-03-24-cws-96-x-2`. */
  name: string;
  /** Absolute path of the file. */
  path: string;
  /** The name of the archive that it is from, such as `laptop`; absent if that has none. */
  machine?: string | undefined;
  /** Hex digest of the file's bytes. */
  digest: string;
  chronicle: Chronicle;
  /** The head of its facts; undefined if its transcript was never read. */
  facts?: FactsHead | undefined;
  /** Changes whenever its facts do; undefined without facts. */
  factsDigest?: string | undefined;
  /** What the agent noted for its own work; undefined without a notebook. */
  notebook?: Notebook | undefined;
  /** Changes whenever the notebook does. */
  notebookDigest?: string | undefined;
  problems: Problem[];
  /** True while the file is unreadable and this is its last good copy. */
  outdated: boolean;
  /** Other files of the session, such as conflict copies, absolute. What they have more is in `chronicle`. Absent without any. */
  copies?: readonly string[] | undefined;
}

/** A problem in a file, with the lines around it. */
export interface Attention {
  /** Absolute path of the file. */
  path: string;
  problem: Problem;
  /** The line and up to two on each side; empty if the file has no lines to show. */
  excerpt: ExcerptLine[];
  /** The command that the advice gives, made of our own words and ids. */
  command?: string;
  /** The session that is shown despite the problem, if there is one. */
  session: { project: string; name: string } | null;
}

/** A cache key that changes whenever the session would look different in a list or in a chart of events. */
export function sessionVersion(session: Session): string {
  const { project, name, machine, digest, factsDigest, notebookDigest } = session;
  return `${project.slug}/${name} ${project.name} ${machine ?? ''} ${digest} ${factsDigest ?? ''} ${notebookDigest ?? ''}`;
}

/** Whether a person attended the session and could correct it. Unattended sessions are counted separately. */
export function isAttended({ chronicle }: Session): boolean {
  return chronicle.frontMatter.attended !== 'no';
}

/** Whether its chronicle was made from a transcript, without events logged while it ran. */
export function isFromTranscript({ chronicle }: Session): boolean {
  return chronicle.frontMatter.source === 'backfill';
}

/** Whether its chronicle came from another system, or from another folder. */
export function isImported({ chronicle }: Pick<Session, 'chronicle'>): boolean {
  return chronicle.frontMatter.source === 'import';
}

/** Whether its chronicle was written while it ran: neither made from a transcript nor imported from another system. */
function isRecordedLive({ chronicle }: Session): boolean {
  return chronicle.frontMatter.source === undefined;
}

/**
 * Whether nothing happened in a session: it has neither events, found ones included, nor prompts nor a notebook, and
 * nobody wrote into its file. Lists fold such sessions away, and `chronicle forget --empty` deletes those that hooks made.
 */
export function isEmptySession({
  chronicle,
  facts,
  notebook,
}: Pick<Session, 'chronicle' | 'facts' | 'notebook'>): boolean {
  const { events, strays, summary } = chronicle;
  const isWritten = summary.narrative !== null || (summary.kind !== 'machine' && summary.lead.trim() !== '');
  const hasPrompts = (facts?.prompts ?? 0) > 0 || firstPrompt(chronicle) !== '';
  const { notes = [], observations = [], handoff } = notebook ?? {};
  const kept = events.length + strays.length + notes.length + observations.length;
  return kept === 0 && handoff === undefined && !hasPrompts && !isWritten;
}

/** Whether there is anything to show. */
export function hasContent(session: Session): boolean {
  return !isEmptySession(session);
}

/** Whether a session counts in rates: attended, not imported, and with a logged event or a written summary. */
export function isCounted(session: Session): boolean {
  const { summary } = session.chronicle;
  const hasWords = loggedEvents(session.chronicle).length > 0 || summary.kind === 'agent' || summary.kind === 'retro';
  return isAttended(session) && isRecordedLive(session) && hasWords;
}

/** A session's events on one day. */
export interface SessionDay {
  date: string;
  /** In file order, including found. */
  events: ChronicleEvent[];
  /** The number of events by tag, without found; a tag without events is absent. */
  counts: Map<Tag, number>;
  /** The number of found by tag. */
  found: Map<Tag, number>;
}

/**
 * A session's events, grouped by day. Cached per session: counts over the whole archive add these up, so a changed file
 * costs only a pass over its own events.
 */
export const sessionDays = memoised((session: Session): readonly SessionDay[] => {
  const days: SessionDay[] = [];
  for (const event of session.chronicle.events) {
    const last = days.at(-1);
    const day = last?.date === event.date ? last : emptyDay(event.date);
    if (day !== last) days.push(day);
    day.events.push(event);
    const counts = isFound(event) ? day.found : day.counts;
    counts.set(event.tag, (counts.get(event.tag) ?? 0) + 1);
  }
  return days;
});

function emptyDay(date: string): SessionDay {
  return { date, events: [], counts: new Map(), found: new Map() };
}

const EVENT_NAME = /^[A-Za-z0-9][\w.-]{0,127}#[ef]-[0-9a-f]{6}(?:-[1-9]\d{0,5})?$/;

/** Whether a text has the form of an event's full name, `<session_id>#e-3fa9c1`, or with `f-` for a found event. */
export function isEventName(text: string): boolean {
  return EVENT_NAME.test(text);
}

/** An event and its session. */
export interface NamedEvent {
  session: Session;
  event: ChronicleEvent;
}

/** Finds events by full name. If two files share a session_id, the first one with the event is used. */
export function eventIndex(sessions: readonly Session[]): (name: string) => NamedEvent | null {
  const byId = Map.groupBy(sessions, ({ id }) => id);
  return (name) => {
    const [id = '', eventId = ''] = name.split('#', 2);
    for (const session of byId.get(id) ?? []) {
      const event = session.chronicle.events.find((each) => each.id === eventId);
      if (event) return { session, event };
    }
    return null;
  };
}

/**
 * How an import ends the summary of a session without a written one:
 *
 *     Auto-generated: 12 prompts in the transcript. Began with: fix the login redirect
 */
export const BEGAN_WITH = 'Began with: ';

/** The first prompt of a session that an import made, as its summary quotes it; empty for any other session. */
export function firstPrompt({ frontMatter, summary }: Chronicle): string {
  if (frontMatter.source === undefined || summary.kind !== 'machine') return '';
  return after(BEGAN_WITH, summary.lead);
}

/** How import ends the summary of a session without prompts: what it is about. */
export const ABOUT = 'About: ';

/** What the summary of an imported session without prompts says that it is about; empty for any other session. */
export function importedSubject({ frontMatter, summary }: Chronicle): string {
  return frontMatter.source === 'import' && summary.kind === 'machine' ? after(ABOUT, summary.lead) : '';
}

function after(words: string, lead: string): string {
  const at = lead.indexOf(words);
  return at === -1 ? '' : lead.slice(at + words.length).trim();
}

/** The command that opens a session again, in its project; null for a session of another machine or system. */
export function resumeCommand({
  id,
  machine,
  chronicle,
}: Pick<Session, 'id' | 'machine' | 'chronicle'>): string | null {
  const isHere = !machine && !isImported({ chronicle });
  return isHere && isSessionId(id) ? `claude --resume ${id}` : null;
}

type Events = Pick<Chronicle, 'events'>;

/** The events for figures about memory: those that the agent or a person logged, in order. Cached per list. */
export function loggedEvents({ events }: Events): readonly ChronicleEvent[] {
  return split(events).logged;
}

/** The events that were found in a transcript, in order. Cached per list. */
export function foundEvents({ events }: Events): readonly ChronicleEvent[] {
  return split(events).found;
}

const split = memoised((events: readonly ChronicleEvent[]) => {
  const found = events.some(isFound) ? events.filter(isFound) : [];
  return { found, logged: found.length === 0 ? events : events.filter((event) => !isFound(event)) };
});
