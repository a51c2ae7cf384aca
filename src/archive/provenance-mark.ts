import type { ChronicleEvent } from '../format/chronicle.ts';
import { foundIn, namedRecords, type SourceKind, sourceOf } from '../format/event-source.ts';

/** Where an event comes from, as a small mark says it. */
export interface ProvenanceMark {
  /** Written by the agent or a person, proved by the transcript besides, or only found there. */
  kind: 'logged' | 'proved' | 'found';
  word: string;
  /** The hash of a commit that it comes from or that proves it; empty without one. */
  commit: string;
}

const WORDS: Readonly<Record<SourceKind, string>> = {
  commit: 'commit',
  plan: 'accepted plan',
  dialog: 'answered question',
  cause: 'stated cause',
  correction: 'accepted correction',
  prose: 'conversation',
};

/** The mark of an event. `evidence` are the sources that prove a logged event, such as `commit a1b2c3d`. */
export function provenanceMark(
  event: Pick<ChronicleEvent, 'details' | 'found'>,
  evidence: readonly string[] = [],
): ProvenanceMark {
  const source = foundIn(event);
  if (source !== null) return { kind: 'found', word: WORDS[source.from], commit: shortHash(source.reference) };
  const { from, reference } = sourceOf(evidence[0] ?? '');
  if (from !== 'prose') return { kind: 'proved', word: WORDS[from], commit: shortHash(reference) };
  return { kind: 'logged', word: namedRecords(event.details).length === 0 ? 'logged' : 'kept', commit: '' };
}

/** The hash in a source such as `commit a1b2c3d`; empty for any other. */
export function commitIn(source: string): string {
  return /^commit ([0-9a-f]{4,64})$/.exec(source)?.[1] ?? '';
}

function shortHash(hash: string): string {
  return hash.slice(0, 7);
}
