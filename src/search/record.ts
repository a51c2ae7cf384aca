import type { Tag } from '../chronicle/tags.ts';

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

export const RECORD_KINDS = ['event', 'candidate', 'summary', 'narrative'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
