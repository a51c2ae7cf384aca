import { type Tag, tagWord } from '../chronicle/tags.ts';

/** One thing that a search can find. Kinds are never counted together; a candidate is no event until somebody confirms it. */
export interface SearchRecord {
  kind: RecordKind;
  /** The project's slug. */
  project: string;
  /** The session's name in its project. */
  session: string;
  /** What people call the session. */
  title: string;
  /** The event's or candidate's id; empty for a summary or narrative. */
  event: string;
  tag: Tag | null;
  branch: string;
  task: string;
  /** Local `YYYY-MM-DD`. */
  date: string;
  /** Local `HH:MM`, if it is known. */
  time: string | null;
  text: string;
}

interface KindFacts {
  several: string;
  /** Whether its records have tags. */
  isTagged: boolean;
  /** The letter of a record in the search table, like that of no other kind or tag. */
  letter: (tag: Tag) => string;
  /** Where its records are on the page of their session, unless they have an event's id; no two kinds have the same address. */
  anchor?: string;
  /** Whether the first line of its text is a title. */
  isTitled?: boolean;
  /** Whether it is offered as a choice only where there are any. */
  isRare?: boolean;
}

/** What can be found. For a kind that a session has once, `records-of.ts` says what its text is. */
const FACTS = {
  event: { several: 'events', isTagged: true, letter: tagLetter },
  candidate: { several: 'candidates', isTagged: true, letter: (tag) => tagLetter(tag).toUpperCase(), isRare: true },
  summary: { several: 'summaries', isTagged: false, letter: () => 'S' },
  narrative: { several: 'narratives', isTagged: false, letter: () => 'N', anchor: 'narrative', isTitled: true },
} satisfies Record<string, KindFacts>;

export type RecordKind = keyof typeof FACTS;

export const KIND_FACTS: Readonly<Record<RecordKind, KindFacts>> = FACTS;

export const RECORD_KINDS = Object.keys(FACTS) as readonly RecordKind[];

/** A kind as a choice or a heading has it: `Narrative`. */
export function kindLabel(kind: string): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

function tagLetter(tag: Tag): string {
  return tagWord(tag).charAt(0);
}
