/**
 * Findings in texts that will be published, and the owner's decisions about them. The scan is an aid: no scanner finds
 * everything, so a post is exported as a draft and its author reads it.
 */
import type { Tag } from '../format/tags.ts';

/** `must`: secrets and home paths; nothing is exported while one is undecided. `review`: may be intended. */
export type FindingClass = 'must' | 'review';

/** `leave-out`: the events that contain the value are left out of the post. Secrets are never kept. */
export type Decision = 'replace' | 'keep' | 'leave-out';

/** redactions.yml: decisions by the hash of a finding, never its text. */
export interface Decisions {
  /** Random and different for each draft, so that hashes cannot be looked up in a table. Empty before the first decision. */
  salt: string;
  byHash: Readonly<Record<string, Decision>>;
}

/** A text of the post, and its place there. */
export interface Fragment {
  text: string;
  /** In words: `title`, `body, line 12`, `alt text of lifeline.png`. */
  place: string;
  /** The event that the text belongs to, as `<session_id>#e-…`, and its tag; null for other texts. */
  event: { id: string; tag: Tag } | null;
  /** Whether the text is a file name made of words, in which `ada@acme.io` reads `ada-acme-io`. */
  isSlug?: boolean;
  /** Whether the author of the draft wrote it as a block quote. */
  isQuoted?: boolean;
}

/** A value that was found, with all its places. */
export interface Finding {
  hash: string;
  /** Such as `GitHub token`, `home path`, `e-mail address`, `ticket id`. Safe to print. */
  kind: string;
  /** What gave it away, as a sentence without its subject: `begins with "ghp_"`. Safe to print: no more of the value than a vendor's prefix. */
  why: string;
  class: FindingClass;
  /** Whether the owner may keep it: false for secrets, true for home paths and the class `review`. */
  mayKeep: boolean;
  /** Never printed, logged or displayed if the class is `must`. */
  value: string;
  /** The placeholder published in its place: `[redacted: GitHub token]`, `[ticket]`, `~`. */
  replacement: string;
  places: FindingPlace[];
  /** The owner's decision; null while it is open. */
  decision: Decision | null;
}

export interface FindingPlace {
  place: string;
  event: string | null;
  /** Up to 40 characters of context, in which `must` values are already replaced. */
  before: string;
  after: string;
}

/** A range of a text, in UTF-16 units, and its replacement. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}
