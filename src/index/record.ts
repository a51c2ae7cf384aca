import type { ObservationType, Scope } from '#src/format/notebook/observation-kinds.ts';
import type { Tag } from '#src/format/tags.ts';
import { capitalised } from '#src/lib/spelled.ts';

/** One thing that a search can find. */
export interface SearchRecord {
  kind: RecordKind;
  /** The project's name for people and programs. */
  project: string;
  /** The session's name in its project. */
  session: string;
  /** The session's title. */
  title: string;
  /** The event's id; empty unless the record is an event, logged or found. */
  event: string;
  /** Its place on the session's page, such as an event's id or `prompt-3`; empty for the page itself. */
  anchor: string;
  tag: Tag | null;
  branch: string;
  task: string;
  /** The name of the archive that the session is from; absent if that has none. */
  machine?: string | undefined;
  /** The other system that the session was imported from; absent if it was not. */
  from?: string | undefined;
  /** Local `YYYY-MM-DD`. */
  date: string;
  /** Local `HH:MM`; null if unknown. */
  time: string | null;
  text: string;
  /** What an observation is about; absent in other records. */
  about?: AboutObservation | undefined;
}

export interface AboutObservation {
  type: ObservationType | null;
  scope: Scope;
  /** As `normalConcept` writes them. */
  concepts: readonly string[];
  /** The system that the observation was imported from, into a session of ours; absent for any other. */
  from?: string | undefined;
}

interface KindFacts {
  several: string;
  /** What people call it, if not by the name of the kind. */
  one?: string;
  /** Whether a query without words leaves it out, unless it asks for the kind: nearly every session has some. */
  needsWords?: boolean;
  /** Whether its anchor is an id to cite it by. */
  hasId?: boolean;
}

/** What can be found. `records-of.ts` makes the records of each kind. */
const FACTS = {
  session: { several: 'sessions', needsWords: true },
  event: { several: 'events', hasId: true },
  found: { several: 'found events', one: 'found event', hasId: true },
  prompt: { several: 'prompts', needsWords: true },
  commit: { several: 'commits', needsWords: true },
  note: { several: 'notes', needsWords: true, hasId: true },
  observation: { several: 'observations', needsWords: true, hasId: true },
  handoff: { several: 'handoffs', needsWords: true },
  summary: { several: 'summaries' },
  message: { several: 'last messages', one: 'last message', needsWords: true },
  narrative: { several: 'narratives' },
} satisfies Record<string, KindFacts>;

export type RecordKind = keyof typeof FACTS;

export const KIND_FACTS: Readonly<Record<RecordKind, KindFacts>> = FACTS;

export const RECORD_KINDS = Object.keys(FACTS) as readonly RecordKind[];

/** What has a name instead of a text, with its plural. The palette finds them, and the search page memories and files. */
const NAMED = {
  ticket: 'tickets',
  project: 'projects',
  branch: 'branches',
  file: 'files',
  memory: 'memories',
  draft: 'drafts',
  page: 'pages',
} as const;

type NamedKind = keyof typeof NAMED;

export const NAMED_KINDS = Object.keys(NAMED) as readonly NamedKind[];

/** Any kind that the search page can list. */
export type SearchedKind = RecordKind | NamedKind;

/** Whether records are of a kind; the others are names. */
export function isRecordKind(kind: SearchedKind): kind is RecordKind {
  return kind in FACTS;
}

/** The plural of a kind: `narratives`, `files`. */
export function kindWords(kind: SearchedKind): string {
  return isRecordKind(kind) ? KIND_FACTS[kind].several : NAMED[kind];
}

/** What people call a kind: `narrative`, `found event`. */
export function kindWord(kind: SearchedKind): string {
  return (isRecordKind(kind) ? KIND_FACTS[kind].one : undefined) ?? kind;
}

/** A kind as a choice or a heading: `Narrative`. */
export function kindLabel(kind: SearchedKind): string {
  return capitalised(kindWord(kind));
}
