/**
 * Recorded events: what a transcript states in so many words. A detail line names the record and the kind of statement:
 *
 *     recorded: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f commit a1b2c3d
 *     recorded: 77aa01bc-… plan
 *
 * They count like logged events, except in figures about memory.
 */
import { isCandidate } from './candidate.ts';
import type { ChronicleEvent } from './chronicle.ts';

/** The statements that become recorded events, and what people call each. */
export const STATEMENTS = {
  commit: 'a commit',
  plan: 'an accepted plan',
  question: 'an answered question',
  cause: 'a stated cause',
  correction: 'an accepted correction',
} as const satisfies Record<string, string>;

export type Statement = keyof typeof STATEMENTS;

/** Where a recorded event comes from. */
export interface RecordedFrom {
  statement: Statement;
  /** A commit's hash; empty for the other statements. */
  reference: string;
}

type Details = Pick<ChronicleEvent, 'details'>;

const RECORDED = /^recorded: (\S+) ([a-z]+)(?: ([0-9a-f]{4,64}))?[ \t]*$/m;

/** The record of a recorded event and its statement; null for any other event. */
export function recordedOf({ details }: Details): (RecordedFrom & { record: string }) | null {
  // A quick check first: pages ask about a quarter of a million events.
  if (!details.includes('recorded: ')) return null;
  const [, record, statement = '', reference = ''] = RECORDED.exec(details) ?? [];
  return record !== undefined && isStatement(statement) ? { record, statement, reference } : null;
}

/** The detail line of a recorded event. */
export function recordedLine(record: string, { statement, reference }: RecordedFrom): string {
  return `recorded: ${record} ${statement}${reference === '' ? '' : ` ${reference}`}`;
}

/** Whether an event was logged by the agent or confirmed by a person. Figures about memory count only these. */
export function isLogged(event: Details): boolean {
  return !isCandidate(event) && recordedOf(event) === null;
}

function isStatement(word: string): word is Statement {
  return Object.hasOwn(STATEMENTS, word);
}
