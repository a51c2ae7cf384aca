import type { Session } from '../../chronicle/session.ts';
import { counted, dayRange, localDay } from '../../text/day.ts';
import type { Draft, DraftState } from './draft.ts';
import { draftDigest, sourceDigest } from './source-digest.ts';

/** What a draft's state depends on beside its own files. */
export interface Surrounding {
  /** How many findings that must be decided are not. */
  openMust: number;
  /** The archive's, newest first. */
  sessions: readonly Session[];
}

/** How far a draft is. */
export function stateOf(draft: Draft, { openMust, sessions }: Surrounding): DraftState {
  const { exports, published } = draft.settings;
  if (published) return 'published';
  const last = exports.at(-1);
  if (last) return changesSince(draft, sessions).length > 0 ? 'changed' : 'exported';
  return openMust > 0 ? 'to-redact' : 'ready';
}

/** Why a draft is in its state, in one or two sentences: `The session changed after the export.` */
export function stateReason(draft: Draft, { openMust, sessions }: Surrounding): string {
  const { exports, published } = draft.settings;
  if (published) return `It was published on ${dayOf(published.at)} at ${published.url}.`;
  const last = exports.at(-1);
  if (last) {
    const changes = changesSince(draft, sessions);
    return changes.length > 0
      ? changes.join(' ')
      : `It was exported to ${last.target} on ${dayOf(last.at)}, and nothing changed since.`;
  }
  if (openMust > 0) return `${capital(counted(openMust, 'finding'))} must be decided before it is exported.`;
  return 'It can be exported.';
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

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
