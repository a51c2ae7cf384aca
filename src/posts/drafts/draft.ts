/**
 * A draft of a post, as stored in its directory.
 *
 *     drafts/the-rule-that-was-written-down/draft.mdx         the text, edited by the owner
 *                                          /draft.yml         title, beats, sources, where it was exported
 *                                          /redactions.yml    decisions about findings
 */
import type { Problem } from '#src/format/problem.ts';
import type { Decisions } from '#src/redaction/finding.ts';
import type { BeatRole } from '../narrative/beats.ts';

export interface Draft {
  /** The directory's name. */
  slug: string;
  /** Absolute. */
  directory: string;
  settings: DraftSettings;
  /** draft.mdx */
  body: string;
  decisions: Decisions;
  /** The places in draft.yml of each source's session, each beat's event and the slug of the series. */
  places?: ReadonlyMap<string, { line: number; column: number }>;
  /** Problems in its files; `path` is absolute. */
  problems: { path: string; problem: Problem }[];
}

/** draft.yml. Its texts come from sessions, so they are untrusted. */
export interface DraftSettings {
  title: string;
  /** The hook; at most 155 characters in a new draft. */
  description: string;
  tags: string[];
  /** The slug of the series and the number of the part, from 1. */
  series: { slug: string; part: number } | null;
  beats: DraftBeat[];
  sources: DraftSource[];
  /** Oldest first. */
  exports: ExportRecord[];
  published: { url: string; at: string } | null;
  /** The `draftDigest` of a draft that chronicle made from its sessions alone, when it was made. */
  made?: string;
}

export interface DraftBeat {
  role: BeatRole;
  /** `<session_id>#e-…` */
  event: string;
}

export interface DraftSource {
  /** The session_id. */
  session: string;
  /** The session's `sourceDigest` when the draft was made. */
  digest: string;
}

/** One export of a draft, recorded in draft.yml and not in the post. */
export interface ExportRecord {
  target: string;
  /** UTC. */
  at: string;
  /** Absolute path of the post. */
  file: string;
  /** The `sourceDigest` of all sources together, at that time. */
  sources: string;
  /** The `draftDigest` at that time. */
  draft: string;
  /** The events in the post, as `<session_id>#e-…`. */
  events: string[];
  /** What was written, the post last. Missing in exports by earlier versions. */
  files?: WrittenFile[];
}

/** A file that an export wrote: its path below the blog's directory, and the SHA-256 of its bytes in hex. */
export interface WrittenFile {
  path: string;
  hash: string;
}

export type DraftState = keyof typeof DRAFT_STATES;

/** How far a draft is, as pages and commands show it. */
export const DRAFT_STATES = { draft: 'In draft', exported: 'Exported', published: 'Published' } as const;

/** What to do next: fix problems, decide findings, export, or export again because something has changed. */
export type DraftTask = 'fix' | 'redact' | 'export' | 'update';
