import { createHash, randomBytes } from 'node:crypto';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { hashedText, mayDecide } from '#src/redaction/decisions.ts';
import type { Decision, Decisions, Finding } from '#src/redaction/finding.ts';

/**
 * The decisions with one more. Refuses to keep a secret (CHRONICLE_NEVER_KEEP), and to leave out an event where the
 * finding stands in none (CHRONICLE_NO_EVENT). The first decision of a draft gives it its salt.
 */
export function decide(decisions: Decisions, finding: Finding, decision: Decision): Decisions {
  if (!mayDecide(finding, decision)) throw refusal(finding, decision);
  const salt = decisions.salt === '' ? newSalt() : decisions.salt;
  const hash = findingHash(hashedText({ salt }, finding));
  return { salt, byHash: { ...decisions.byHash, [hash]: decision } };
}

/** The decisions with the same one about each of these findings. Refuses what `decide` refuses. */
export function decideAll(decisions: Decisions, findings: readonly Finding[], decision: Decision): Decisions {
  return findings.reduce((before, finding) => decide(before, finding, decision), decisions);
}

function refusal({ kind }: Finding, decision: Decision): ChronicleError {
  if (decision === 'keep')
    return new ChronicleError('CHRONICLE_NEVER_KEEP', `A ${kind} is never kept: replace it. Nothing was written.`);
  return new ChronicleError('CHRONICLE_NO_EVENT', `The ${kind} stands in no event: replace it. Nothing was written.`);
}

/** The digest that names a finding, of a text that begins with the draft's salt. */
export function findingHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A salt for the decisions of one draft. */
export function newSalt(): string {
  return randomBytes(16).toString('hex');
}
