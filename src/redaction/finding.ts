/**
 * What a scan finds in a text that is to be published, and what the owner decides about it. The scan is an aid: no
 * scanner finds everything, so a post stays a draft and its author reads it.
 */
import type { Tag } from '../chronicle/tags.ts';

/** `must`: secrets and home paths, nothing is exported while one is open. `review`: may be meant. */
export type FindingClass = 'must' | 'review';

/** `leave-out`: the events that say it are not in the post. Secrets are never kept. */
export type Decision = 'replace' | 'keep' | 'leave-out';

/** redactions.yml: decisions by the hash of a finding, never its text. */
export interface Decisions {
  /** Random, a draft's own: a hash cannot be looked up in a table. Empty where nothing was decided yet. */
  salt: string;
  byHash: Readonly<Record<string, Decision>>;
}

/** A text that belongs to the post, and where it stands there. */
export interface Fragment {
  text: string;
  /** In words: `title`, `body, line 12`, `alt text of lifeline.png`. */
  place: string;
  /** The event that says it, as `<session_id>#e-…`, and its tag; null elsewhere. */
  event: { id: string; tag: Tag } | null;
  /** Whether the text is a file name made of words, in which `ada@acme.io` reads `ada-acme-io`. */
  isSlug?: boolean;
}

/** One value that was found, wherever it stands. */
export interface Finding {
  hash: string;
  /** Such as `GitHub token`, `home path`, `e-mail address`, `ticket id`. Safe to print. */
  kind: string;
  class: FindingClass;
  /** Whether it may be kept: false for secrets, true for home paths and all of the class `review`. */
  mayKeep: boolean;
  /** Never printed, logged or shown if the class is `must`. */
  value: string;
  /** The placeholder published in its place: `[redacted: GitHub token]`, `[ticket]`, `~`. */
  replacement: string;
  places: FindingPlace[];
  /** What holds for it: the owner's, or null while it is open. */
  decision: Decision | null;
}

export interface FindingPlace {
  place: string;
  event: string | null;
  /** Up to 40 characters around it, already with the replacement of every `must` value in them. */
  before: string;
  after: string;
}

/** A stretch of a text, in UTF-16 units, and what takes its place. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}
