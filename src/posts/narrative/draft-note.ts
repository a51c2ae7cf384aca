/**
 * What the archive's pages say of a draft: how far it is, and where it went. Nothing of its text and of what was
 * found in it is here, so a page of a built site may show all of this.
 */
import type { Session } from '#src/chronicle/session.ts';
import type { Draft, DraftState, DraftTask } from '../drafts/draft.ts';
import { sinceExport } from '../drafts/draft-state.ts';

export interface DraftNote {
  slug: string;
  state: DraftState;
  next: DraftTask | null;
  /** The session_ids of its sources. */
  sources: string[];
  /** How many findings wait for a decision. */
  open: number;
  /** The last export, if there was one: the target's name and when, UTC. */
  exported: { target: string; at: string } | null;
  /** What changed after the last export and what to do before the next, in sentences; null if there is nothing. */
  changes: string | null;
  /** The address of the post, if it was published under one that a page may link to. */
  url: string | null;
}

/** What a prepared draft comes to. */
export interface NotedDraft {
  resolved: { draft: Draft; sources: readonly Session[]; problems: readonly unknown[] };
  open: { must: number; review: number };
  state: DraftState;
  next: DraftTask | null;
}

/** The note of a draft. */
export function draftNote({ resolved, open, state, next }: NotedDraft): DraftNote {
  const { draft } = resolved;
  const { sources, exports, published } = draft.settings;
  const last = exports.at(-1);
  const url = published?.url ?? '';
  const input = { open, problems: resolved.problems.length, sessions: resolved.sources };
  const changes = sinceExport(draft, input);
  return {
    slug: draft.slug,
    state,
    next,
    sources: sources.map(({ session }) => session),
    open: open.must + open.review,
    changes: last && changes !== '' ? changes : null,
    exported: last ? { target: last.target, at: last.at } : null,
    url: /^https?:\/\//.test(url) ? url : null,
  };
}

/** The draft that tells a session: the first that names it as a source alone, else the first that names it. */
export function draftOf({ id }: Session, notes: readonly DraftNote[]): DraftNote | null {
  const telling = notes.filter(({ sources }) => sources.includes(id));
  return telling.find(({ sources }) => sources.length === 1) ?? telling[0] ?? null;
}
