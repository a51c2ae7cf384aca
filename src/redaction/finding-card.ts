import type { Decision, Finding, FindingClass, FindingPlace } from './finding.ts';

/** A finding as a page displays it, without the value of a secret or home path. */
export interface FindingCard {
  hash: string;
  kind: string;
  /** What gave it away. */
  why: string;
  class: FindingClass;
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
