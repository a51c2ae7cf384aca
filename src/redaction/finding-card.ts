import type { Decision, Finding, FindingClass, FindingPlace } from './finding.ts';

/** A finding as a page shows it. The value of a secret or a home path is not in it. */
export interface FindingCard {
  hash: string;
  kind: string;
  class: FindingClass;
  /** What was found; null if it must not be shown. */
  value: string | null;
  replacement: string;
  /** What may be decided, in the order in which it is offered. */
  choices: Decision[];
  decision: Decision | null;
  /** The first of its places. */
  places: FindingPlace[];
  /** How many more there are. */
  more: number;
}

/** The choices as pages say them. */
export const DECISION_WORDS: Record<Decision, string> = {
  replace: 'Replace',
  keep: 'Keep',
  'leave-out': 'Leave the event out',
};

/** A reader sees what it is about. */
const PLACES_SHOWN = 3;
/** Context of this length is cut off. */
const CONTEXT = 40;

/** The card of a finding. */
export function findingCard(finding: Finding): FindingCard {
  const { hash, kind, mayKeep, value, replacement, decision, places } = finding;
  const isInEvent = places.some(({ event }) => event !== null);
  return {
    hash,
    kind,
    class: finding.class,
    value: finding.class === 'must' ? null : value,
    replacement,
    choices: ['replace', ...(mayKeep ? (['keep'] as const) : []), ...(isInEvent ? (['leave-out'] as const) : [])],
    decision,
    places: places.slice(0, PLACES_SHOWN).map(cutOff),
    more: Math.max(0, places.length - PLACES_SHOWN),
  };
}

/** Says where the words around a value go on. */
function cutOff({ before, after, ...rest }: FindingPlace): FindingPlace {
  const isCut = (text: string) => Array.from(text).length >= CONTEXT;
  return {
    ...rest,
    before: isCut(before) ? `…${before.trimStart()}` : before,
    after: isCut(after) ? `${after.trimEnd()}…` : after,
  };
}
