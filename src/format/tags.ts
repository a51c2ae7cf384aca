import { nearestOf } from '#src/lib/nearest.ts';
import { spelled } from '#src/lib/spelled.ts';

interface TagWords {
  /** Shown to people. */
  label: string;
  /** The plural, where it is not the label with an s. */
  several?: string;
  /** Its place in lists, which put choices first, then obstacles, then memory. */
  place: number;
}

/**
 * The tags, in the order of the format. A new tag needs an entry here, in `TAG_BOUNDARIES` and in `TAG_LOOKS`, and a row in
 * `docs/recording.md` and `skill/session-retro/references/chronicle-format.md`; `npm run bundle` writes its CSS. The last word
 * of each tag must begin with a different letter, which abbreviates it where space is scarce.
 */
const WORDS = {
  DECISION: {
    label: 'Decision',
    place: 1,
  },
  ERROR: {
    label: 'Error',
    place: 4,
  },
  PIVOT: {
    label: 'Pivot',
    place: 2,
  },
  INSIGHT: {
    label: 'Insight',
    place: 3,
  },
  'MEMORY-HIT': {
    label: 'Memory hit',
    place: 7,
  },
  'MEMORY-MISS': {
    label: 'Memory miss',
    several: 'memory misses',
    place: 8,
  },
  'USER-CORRECTION': {
    label: 'Correction',
    place: 6,
  },
  BLOCKED: {
    label: 'Blocked',
    several: 'blocked',
    place: 5,
  },
} satisfies Record<string, TagWords>;

export type Tag = keyof typeof WORDS;

/** When to use each tag, and which tag it is confused with. On their own, since hooks do not need these texts. */
export const TAG_BOUNDARIES: Readonly<Record<Tag, string>> = {
  DECISION: 'a choice between alternatives; giving up an earlier choice is a PIVOT',
  ERROR: 'your own mistake in code or reasoning; an outside obstacle is BLOCKED',
  PIVOT: 'replacing an earlier choice with another; a first choice is a DECISION',
  INSIGHT: 'a discovery you have not acted on yet; once you act on it, log a DECISION',
  'MEMORY-HIT': 'a memory prevented a mistake; name its file',
  'MEMORY-MISS':
    'a mistake that a memory should have prevented or that has no memory yet; name the file if there is one',
  'USER-CORRECTION': 'the user corrected your approach; quote the words that mattered',
  BLOCKED: 'an outside obstacle such as a missing tool, permission or service; your own mistake is an ERROR',
};

export const TAG_WORDS: Readonly<Record<Tag, TagWords>> = WORDS;

/** All tags, in the order of the format. */
export const TAGS = Object.keys(WORDS) as readonly Tag[];

/** All tags, in the order for lists. */
export const TAG_ORDER: readonly Tag[] = /* @__PURE__ */ inOrder();

/** A shape in a box of 16 by 16: a path, or circles around the centre by their radii. */
export type Outline = { path: string } | { circles: readonly number[] };

interface TagLook {
  shape: Outline;
  /** How to draw the outline of a shape that is not filled. */
  line?: { width: number; round?: readonly ('linecap' | 'linejoin')[] };
  /** The dashed outline of a found event, if it differs from the shape. */
  found?: Outline;
  /** The colour on light paper and on dark paper. Both pass AA. */
  light: string;
  dark: string;
  /** The colour in a terminal, whose own palette decides what it looks like. */
  terminal: 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'redBright' | 'gray';
}

/**
 * A tag has a shape, a word and a colour, and is never shown by colour alone. Hit and miss share a shape with opposite
 * fill, so they differ in black and white. Separate from the words, because hooks load only those.
 */
export const TAG_LOOKS: Readonly<Record<Tag, TagLook>> = {
  DECISION: {
    shape: { path: 'M8 1 15 8 8 15 1 8Z' },
    found: { path: 'M8 1.4 14.6 8 8 14.6 1.4 8Z' },
    light: '#2563a6',
    dark: '#82b4ee',
    terminal: 'blue',
  },
  ERROR: {
    shape: { path: 'M3 3 13 13M13 3 3 13' },
    line: { width: 2.6, round: ['linecap'] },
    found: { path: 'M2.6 2.6 13.4 13.4M13.4 2.6 2.6 13.4' },
    light: '#b92732',
    dark: '#f28a8f',
    terminal: 'red',
  },
  PIVOT: {
    shape: { path: 'M1.5 12 6 4.5 10 11.5 14.5 4' },
    line: { width: 2.4, round: ['linecap', 'linejoin'] },
    light: '#7443af',
    dark: '#be9df0',
    terminal: 'magenta',
  },
  INSIGHT: {
    shape: {
      path: 'M8 .5C8.5 5.4 10.6 7.5 15.5 8 10.6 8.5 8.5 10.6 8 15.5 7.5 10.6 5.4 8.5.5 8 5.4 7.5 7.5 5.4 8 .5Z',
    },
    found: {
      path: 'M8 .8C8.5 5.4 10.6 7.5 15.2 8 10.6 8.5 8.5 10.6 8 15.2 7.5 10.6 5.4 8.5.8 8 5.4 7.5 7.5 5.4 8 .8Z',
    },
    light: '#856200',
    dark: '#e0b64c',
    terminal: 'yellow',
  },
  'MEMORY-HIT': {
    shape: { circles: [6] },
    found: { circles: [6.2] },
    light: '#0a7355',
    dark: '#57c8a0',
    terminal: 'green',
  },
  'MEMORY-MISS': {
    shape: { circles: [4.9] },
    line: { width: 2.8 },
    found: { circles: [6.4, 3] },
    light: '#b84a07',
    dark: '#ff9d57',
    terminal: 'redBright',
  },
  'USER-CORRECTION': {
    shape: { path: 'M8 1.5 15 14H1Z' },
    found: { path: 'M8 2 14.6 13.8H1.4Z' },
    light: '#a82a72',
    dark: '#ee92c5',
    terminal: 'cyan',
  },
  BLOCKED: {
    shape: { path: 'M2.5 2.5h11v11h-11z' },
    found: { path: 'M2.2 2.2h11.6v11.6h-11.6z' },
    light: '#6b5f50',
    dark: '#b8a998',
    terminal: 'gray',
  },
};

/** Whether `word` is one of the tags, spelled exactly. */
export function isTag(word: string): word is Tag {
  return (TAGS as readonly string[]).includes(word);
}

/** The number of tags in words: `eight`. */
export function numberOfTags(): string {
  return spelled(TAGS.length).toLowerCase();
}

/** The short name of a tag for typing: `MEMORY-MISS` is `miss`. */
export function tagWord(tag: Tag): string {
  return (tag.split('-').at(-1) ?? tag).toLowerCase();
}

/**
 * The tag that `word` most likely means, or undefined. Ignores case, blanks and underscores; beyond that, at most two
 * letters may differ.
 */
export function nearestTag(word: string): Tag | undefined {
  const normalized = word.toUpperCase().replace(/[\s_]+/g, '-');
  return TAGS.find((tag) => shortForms(tag).includes(normalized)) ?? (nearestOf(normalized, TAGS) as Tag | undefined);
}

/** Short forms of a compound tag: HIT, HITS, MISS, CORRECTION. */
function shortForms(tag: Tag): string[] {
  const [, last] = tag.split('-');
  return last === undefined ? [] : [last, `${last}S`];
}

function inOrder(): Tag[] {
  return [...TAGS].sort((a, b) => WORDS[a].place - WORDS[b].place);
}
