import { editDistance } from '../value/nearest.ts';

/**
 * The eight tags of an event, in the order in which the format names them.
 * `boundary` says when a tag is right and which neighbour it is mistaken for.
 */
export const TAGS = [
  'DECISION',
  'ERROR',
  'PIVOT',
  'INSIGHT',
  'MEMORY-HIT',
  'MEMORY-MISS',
  'USER-CORRECTION',
  'BLOCKED',
] as const;

export type Tag = (typeof TAGS)[number];

interface TagWords {
  /** Shown to people. */
  label: string;
  /** The plural, where it is not the label with an s. */
  several?: string;
  boundary: string;
}

export const TAG_WORDS: Record<Tag, TagWords> = {
  DECISION: {
    label: 'Decision',
    boundary: 'a fresh choice between alternatives; leaving an earlier choice is a PIVOT',
  },
  ERROR: {
    label: 'Error',
    boundary: 'your own mistake, in code or in reasoning; an outside obstacle is BLOCKED',
  },
  PIVOT: {
    label: 'Pivot',
    boundary: 'an earlier choice is given up for another; a first choice is a DECISION',
  },
  INSIGHT: {
    label: 'Insight',
    boundary: 'a discovery that changes nothing yet; once you act on it, log the DECISION',
  },
  'MEMORY-HIT': {
    label: 'Memory hit',
    boundary: 'a memory prevented a mistake; name its file',
  },
  'MEMORY-MISS': {
    label: 'Memory miss',
    several: 'memory misses',
    boundary: 'a memory should have prevented this mistake, or none existed; name the file if there is one',
  },
  'USER-CORRECTION': {
    label: 'Correction',
    boundary: 'the user corrected your approach; quote the words that mattered',
  },
  BLOCKED: {
    label: 'Blocked',
    several: 'blocked',
    boundary: 'an outside obstacle: a missing tool, a permission, a service; your own mistake is an ERROR',
  },
};

/** Whether `word` is one of the eight tags, spelled exactly. */
export function isTag(word: string): word is Tag {
  return (TAGS as readonly string[]).includes(word);
}

/**
 * The tag somebody most likely meant by `word`, or undefined when none is near.
 * Case, blanks and underscores are forgiven; beyond that at most two letters may differ.
 */
export function nearestTag(word: string): Tag | undefined {
  const wanted = word.toUpperCase().replace(/[\s_]+/g, '-');
  if (wanted.length > 24) return undefined;
  let best: Tag | undefined;
  let bestDistance = 3;
  for (const tag of TAGS) {
    const distance = Math.min(editDistance(wanted, tag), ...shortForms(tag).map((form) => (form === wanted ? 0 : 3)));
    if (distance < bestDistance) {
      best = tag;
      bestDistance = distance;
    }
  }
  return best;
}

/** The words of a compound tag, by which people call it: HIT, MISS, CORRECTION. */
function shortForms(tag: Tag): string[] {
  const [, last] = tag.split('-');
  return last === undefined ? [] : [last, `${last}S`];
}

/** The order in which tags are listed: what was chosen, what stood in the way, what memory did. */
export const TAG_ORDER: readonly Tag[] = [
  'DECISION',
  'PIVOT',
  'INSIGHT',
  'ERROR',
  'BLOCKED',
  'USER-CORRECTION',
  'MEMORY-HIT',
  'MEMORY-MISS',
];
