import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { provenanceOf } from '../chronicle/provenance.ts';
import { recordedOf, type Statement } from '../chronicle/recorded.ts';

/** Where an event comes from, as a small mark says it. */
export interface ProvenanceMark {
  /** Written by the agent or confirmed by a person, stated by the transcript, or only found there. */
  kind: 'logged' | 'recorded' | 'unconfirmed';
  word: string;
  /** The hash of a commit that it comes from or that proves it; empty without one. */
  commit: string;
}

const WORDS: Readonly<Record<Statement, string>> = {
  commit: 'commit',
  plan: 'accepted plan',
  question: 'answered question',
  cause: 'stated cause',
  correction: 'accepted correction',
};

/** The mark of an event. `evidence` are the sources that prove a logged event, such as `commit a1b2c3d`. */
export function provenanceMark(
  event: Pick<ChronicleEvent, 'details'>,
  evidence: readonly string[] = [],
): ProvenanceMark {
  if (isCandidate(event)) return { kind: 'unconfirmed', word: 'unconfirmed', commit: '' };
  const from = recordedOf(event);
  if (from !== null) return { kind: 'recorded', word: WORDS[from.statement], commit: shortHash(from.reference) };
  const [proof = ''] = evidence;
  const commit = commitIn(proof);
  if (commit !== '') return { kind: 'recorded', word: 'commit', commit: shortHash(commit) };
  if (isStatement(proof)) return { kind: 'recorded', word: WORDS[proof], commit: '' };
  return { kind: 'logged', word: provenanceOf(event) === null ? 'logged' : 'confirmed', commit: '' };
}

/** The hash in a source such as `commit a1b2c3d`; empty for any other. */
export function commitIn(source: string): string {
  return /^commit ([0-9a-f]{4,64})$/.exec(source)?.[1] ?? '';
}

function isStatement(word: string): word is Statement {
  return Object.hasOwn(WORDS, word);
}

function shortHash(hash: string): string {
  return hash.slice(0, 7);
}
