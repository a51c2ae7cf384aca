import type { Session } from '#src/format/session.ts';
import { counted, dayRange, localDay } from '#src/lib/text/day.ts';
import { DRAFT_STATES, type Draft, type DraftState, type DraftTask } from './draft.ts';
import { narrativeAdvice, untoldNarratives } from './outline.ts';
import { draftDigest, sourceDigest } from './source-digest.ts';

/** What a draft's next task depends on, apart from its own files. */
export interface StateInput {
  /** How many findings are undecided. */
  open: { must: number; review: number };
  /** How many problems the draft and the owner's list of names have. */
  problems: number;
  /** All sessions of the archive, newest first. */
  sessions: readonly Session[];
}

/** How far a draft is. */
export function stateOf({ settings: { exports, published } }: Pick<Draft, 'settings'>): DraftState {
  if (published) return 'published';
  return exports.length > 0 ? 'exported' : 'draft';
}

/** What to do next with a draft; null if nothing is left to do. */
export function nextTask(draft: Draft, { open, problems, sessions }: StateInput): DraftTask | null {
  const state = stateOf(draft);
  if (state === 'published') return null;
  if (state === 'exported') {
    const isBehind = changesSince(draft, sessions).length > 0 || untoldNarratives(draft, sessions).length > 0;
    return isBehind ? 'update' : null;
  }
  if (problems > 0) return 'fix';
  return open.must > 0 ? 'redact' : 'export';
}

/**
 * The state of a draft and what to do before the next export, in a few sentences: `Exported to astro on 21 Nov 2026. The
 * session has changed since. 1 finding must be decided before the draft can be exported.`
 */
export function stateReason(draft: Draft, input: StateInput): string {
  const state = stateOf(draft);
  const { exports, published } = draft.settings;
  const last = exports.at(-1);
  const narrative = narrativeAdvice(draft, input.sessions);
  if (published) return joined([`Published on ${dayOf(published.at)} at ${published.url}.`, toDo(input)]);
  if (!last) return joined([`${DRAFT_STATES[state]}.`, narrative, toDo(input) || 'Ready to export.']);
  const changes = changesSince(draft, input.sessions);
  return joined([
    `${DRAFT_STATES[state]} to ${last.target} on ${dayOf(last.at)}.`,
    ...(changes.length > 0 ? changes : ['Nothing has changed since.']),
    narrative,
    toDo(input),
  ]);
}

/** What changed after the last export, and what to do before the next, in sentences; empty if there is nothing. */
export function sinceExport(draft: Draft, input: StateInput): string {
  const changes = stateOf(draft) === 'exported' ? changesSince(draft, input.sessions) : [];
  return joined([...changes, narrativeAdvice(draft, input.sessions), toDo(input)]);
}

/** What to fix and decide in a draft, in sentences; empty if there is nothing. */
function toDo({ open, problems }: Pick<StateInput, 'open' | 'problems'>): string {
  return joined([
    problems > 0 ? `Fix ${counted(problems, 'problem')} before you export it.` : '',
    open.must > 0 ? `${counted(open.must, 'finding')} must be decided before the draft can be exported.` : '',
    open.review > 0 ? `${counted(open.review, 'finding')} to review.` : '',
  ]);
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** The sources of a draft that are in the archive. Of two sessions with the same id, the newer. */
function sourcesIn({ settings }: Draft, sessions: readonly Session[]): Session[] {
  return settings.sources.flatMap(({ session }) => sessions.find(({ id }) => id === session) ?? []);
}

function changesSince(draft: Draft, sessions: readonly Session[]): string[] {
  const last = draft.settings.exports.at(-1);
  if (!last) return [];
  const { length } = draft.settings.sources;
  const sources = sourcesIn(draft, sessions);
  const changes: string[] = [];
  if (last.sources !== sourceDigest(sources)) {
    if (sources.length < length) changes.push('One of its sessions is no longer in the archive.');
    else changes.push(`${length === 1 ? 'The session' : 'A session'} has changed since the export.`);
  }
  if (last.draft !== draftDigest(draft)) changes.push('The draft has changed since the export.');
  return changes;
}

/** `21 Nov 2026` on this machine. */
function dayOf(time: string): string {
  const day = localDay(time);
  return dayRange(day, day);
}

/** The three steps from a draft to a post, as its page names and links them. */
export const DRAFT_STEPS = { beats: 'Beats', redaction: 'Redaction', export: 'Export' } as const;

export type DraftStep = keyof typeof DRAFT_STEPS;

/** The first unfinished step: beats if there are none, redaction while findings are open, otherwise the export. */
export function currentStep(beats: number, open: { must: number; review: number }): DraftStep {
  if (beats === 0) return 'beats';
  return open.must + open.review > 0 ? 'redaction' : 'export';
}
