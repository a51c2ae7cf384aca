/** What the owner decides about findings: whether a decision is allowed, what it is stored under, and how a page shows it. */
import { randomBytes } from 'node:crypto';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { type Decision, type Decisions, type Finding, type FindingPlace, hashedText } from './finding.ts';

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

/** A finding as a page displays it, without the value of a secret or home path. */
export interface FindingCard {
  hash: string;
  kind: string;
  /** What gave it away. */
  why: string;
  class: Finding['class'];
  /** The value; null if it must not be displayed. */
  value: string | null;
  replacement: string;
  /** The allowed decisions, in display order. */
  choices: Decision[];
  decision: Decision | null;
  /** The first places. */
  places: FindingPlace[];
  /** How many more places there are. */
  more: number;
}

/** The labels of the decisions. */
export const DECISION_WORDS: Record<Decision, string> = {
  replace: 'Replace',
  keep: 'Keep',
  'leave-out': 'Leave the event out',
};

/** How many places a card lists. */
const MOST_PLACES = 3;
/** Context of this length was cut off. */
const CONTEXT = 40;

/** The card of a finding. */
export function findingCard(finding: Finding): FindingCard {
  const { hash, kind, why, mayKeep, value, replacement, decision, places } = finding;
  const isInEvent = places.some(({ event }) => event !== null);
  return {
    hash,
    kind,
    why,
    class: finding.class,
    value: finding.class === 'must' ? null : value,
    replacement,
    choices: ['replace', ...(mayKeep ? (['keep'] as const) : []), ...(isInEvent ? (['leave-out'] as const) : [])],
    decision,
    places: places.slice(0, MOST_PLACES).map(cutOff),
    more: Math.max(0, places.length - MOST_PLACES),
  };
}

/** Adds an ellipsis where the context was cut off. */
function cutOff({ before, after, ...rest }: FindingPlace): FindingPlace {
  const isCut = (text: string) => Array.from(text).length >= CONTEXT;
  return {
    ...rest,
    before: isCut(before) ? `…${before.trimStart()}` : before,
    after: isCut(after) ? `${after.trimEnd()}…` : after,
  };
}
