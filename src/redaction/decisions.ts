import type { Decision, Decisions, Finding } from './finding.ts';

/** Identifies a value: exactly for a secret, ignoring case for anything that may be kept. */
export function valueKey({ value, mayKeep }: Pick<Finding, 'value' | 'mayKeep'>): string {
  return mayKeep ? value.toLowerCase() : value;
}

/** The text whose hash identifies a finding in a draft's decisions. */
export function hashedText(decisions: Pick<Decisions, 'salt'>, finding: Pick<Finding, 'value' | 'mayKeep'>): string {
  return `${decisions.salt}\n${valueKey(finding)}`;
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
