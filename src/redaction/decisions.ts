/** What the owner decides about findings: whether a decision is allowed, and what it is stored under. */
import { randomBytes } from 'node:crypto';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { type Decision, type Decisions, type Finding, hashedText } from './finding.ts';

/**
 * Adds a decision. Refuses to keep a secret (CHRONICLE_NEVER_KEEP) and to leave out a finding that is in no event
 * (CHRONICLE_NO_EVENT). The first decision of a draft creates its salt.
 */
export function decide(decisions: Decisions, finding: Finding, decision: Decision): Decisions {
  if (!mayDecide(finding, decision)) throw refusal(finding, decision);
  const salt = decisions.salt === '' ? newSalt() : decisions.salt;
  const hash = findingHash(hashedText({ salt }, finding));
  return { salt, byHash: { ...decisions.byHash, [hash]: decision } };
}

/** Adds the same decision for each of these findings. Refuses as `decide` does. */
export function decideAll(decisions: Decisions, findings: readonly Finding[], decision: Decision): Decisions {
  return findings.reduce((before, finding) => decide(before, finding, decision), decisions);
}

function refusal({ kind }: Finding, decision: Decision): ChronicleError {
  if (decision === 'keep')
    return new ChronicleError('CHRONICLE_NEVER_KEEP', `The ${kind} cannot be kept. Replace it. Nothing was changed.`);
  return new ChronicleError(
    'CHRONICLE_NO_EVENT',
    `The ${kind} is not in an event, so there is no event to leave out. Replace it. Nothing was changed.`,
  );
}

/** The digest that identifies a finding. The text begins with the draft's salt. */
export function findingHash(text: string): string {
  return sha256Of(text).slice(0, 32);
}

/** A salt for the decisions about one draft. */
export function newSalt(): string {
  return randomBytes(16).toString('hex');
}

/** Whether a decision is allowed: a secret is never kept, and only a finding in an event can be left out with it. */
export function mayDecide(finding: Pick<Finding, 'mayKeep' | 'places'>, decision: Decision): boolean {
  if (decision === 'keep') return finding.mayKeep;
  return decision === 'replace' || finding.places.some(({ event }) => event !== null);
}

/** How many findings of each class are undecided. */
export function openCounts(findings: readonly Finding[]): { must: number; review: number } {
  const open = findings.filter(({ decision }) => decision === null);
  const must = open.filter((finding) => finding.class === 'must').length;
  return { must, review: open.length - must };
}

/** The events, as `<session_id>#e-…`, left out of the post because of a finding in them. */
export function leftOutEvents(findings: readonly Finding[]): Set<string> {
  const leftOut = findings.filter(({ decision }) => decision === 'leave-out');
  return new Set(leftOut.flatMap(({ places }) => places.flatMap(({ event }) => event ?? [])));
}

/** The labels of the decisions. */
export const DECISION_WORDS: Record<Decision, string> = {
  replace: 'Replace',
  keep: 'Keep',
  'leave-out': 'Leave the event out',
};
