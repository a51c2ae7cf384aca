import type { Session } from '#src/chronicle/session.ts';
import { counted, dayRange, localDay } from '#src/text/day.ts';
import type { Draft, DraftState } from './draft.ts';
import { draftDigest, sourceDigest } from './source-digest.ts';

/** What a draft's state depends on besides its own files. */
export interface StateInput {
  /** How many findings are not decided. */
  open: { must: number; review: number };
  /** How many problems there are in it and in what it is scanned with. */
  problems: number;
  /** The archive's, newest first. */
  sessions: readonly Session[];
}

/** How far a draft is. */
export function stateOf(draft: Draft, { open, problems, sessions }: StateInput): DraftState {
  const { exports, published } = draft.settings;
  if (published) return 'published';
  const last = exports.at(-1);
  if (last) return changesSince(draft, sessions).length > 0 ? 'changed' : 'exported';
  if (problems > 0) return 'broken';
  return open.must > 0 ? 'to-redact' : 'ready';
}

/**
 * Why a draft is in its state, and what is to be done before it is exported, in a few sentences: `The session changed
 * after the export. 1 finding must be decided before it is exported.`
 */
export function stateReason(draft: Draft, input: StateInput): string {
  const said = [historyOf(draft, input.sessions), toDo(draft, input)].filter((part) => part !== '');
  return said.join(' ') || 'It can be exported.';
}

/** What is to be mended and decided in a draft, in sentences; empty if there is nothing. */
export function toDo({ slug }: Pick<Draft, 'slug'>, { open, problems }: Pick<StateInput, 'open' | 'problems'>): string {
  return [
    problems > 0 ? `${counted(problems, 'problem')} must be mended before it is exported.` : '',
    open.must > 0 ? `${counted(open.must, 'finding')} must be decided before it is exported.` : '',
    open.review > 0 ? `${counted(open.review, 'finding')} to review: chronicle draft redact ${slug} decides them.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function historyOf(draft: Draft, sessions: readonly Session[]): string {
  const { exports, published } = draft.settings;
  if (published) return `It was published on ${dayOf(published.at)} at ${published.url}.`;
  const last = exports.at(-1);
  if (!last) return '';
  const changes = changesSince(draft, sessions);
  return changes.length > 0
    ? changes.join(' ')
    : `It was exported to ${last.target} on ${dayOf(last.at)}, and nothing changed since.`;
}

/** The sessions that a draft names as its sources and the archive has; of two with one id the newer. */
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
    if (sources.length < length) changes.push('A session that it is made of is not in the archive.');
    else changes.push(`${length === 1 ? 'The session' : 'A session'} changed after the export.`);
  }
  if (last.draft !== draftDigest(draft)) changes.push('The draft changed after the export.');
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

/** The first step that needs a hand: beats where there is none, redaction while findings are open, else the export. */
export function currentStep(beats: number, open: { must: number; review: number }): DraftStep {
  if (beats === 0) return 'beats';
  return open.must + open.review > 0 ? 'redaction' : 'export';
}
