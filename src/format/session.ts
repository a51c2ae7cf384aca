import type { FactsHead } from '../transcript/facts.ts';
import type { Project } from '../lib/project.ts';
import type { Chronicle } from './chronicle.ts';
import { firstPrompt } from './first-prompt.ts';
import { loggedEvents } from './logged-events.ts';
import type { Notebook } from './notebook/notebook.ts';
import type { Problem } from './problem.ts';

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

export interface ExcerptLine {
  line: number;
  text: string;
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
