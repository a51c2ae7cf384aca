import type { Decision, Decisions, Finding } from './finding.ts';

/** What tells a value from others: exact for a secret, without regard to case for what may be meant. */
export function valueKey({ value, mayKeep }: Pick<Finding, 'value' | 'mayKeep'>): string {
  return mayKeep ? value.toLowerCase() : value;
}

/** The text whose hash names a finding in a draft's decisions. */
export function hashedText(decisions: Pick<Decisions, 'salt'>, finding: Pick<Finding, 'value' | 'mayKeep'>): string {
  return `${decisions.salt}\n${valueKey(finding)}`;
}

/** Whether a decision is open to the owner: a secret is never kept, and what stands in no event cannot leave with one. */
export function mayDecide(finding: Pick<Finding, 'mayKeep' | 'places'>, decision: Decision): boolean {
  if (decision === 'keep') return finding.mayKeep;
  return decision === 'replace' || finding.places.some(({ event }) => event !== null);
}

/** How many findings of each class are open. */
export function openCounts(findings: readonly Finding[]): { must: number; review: number } {
  const open = findings.filter(({ decision }) => decision === null);
  const must = open.filter((finding) => finding.class === 'must').length;
  return { must, review: open.length - must };
}

/** The events, as `<session_id>#e-…`, that are not in the post because of what they say. */
export function leftOutEvents(findings: readonly Finding[]): Set<string> {
  const leaving = findings.filter(({ decision }) => decision === 'leave-out');
  return new Set(leaving.flatMap(({ places }) => places.flatMap(({ event }) => event ?? [])));
}
