/** How far a draft is, and what to do next. */
import type { Session } from '#src/format/session.ts';
import { type Draft, draftDigest, sessionsDigest } from './draft.ts';
import type { TargetName } from './post.ts';

/** How far a draft is, as pages and commands show it. */
export const DRAFT_STATES = { draft: 'In draft', exported: 'Exported', published: 'Published' } as const;

export type DraftState = keyof typeof DRAFT_STATES;

/** What to do next: fix problems, decide findings, export, or export again because something has changed. */
export type DraftTask = 'fix' | 'redact' | 'export' | 'update';

/** What a draft's next task depends on. */
export interface Stated {
  draft: Draft;
  /** Its sessions that are in the archive. */
  sources: readonly Session[];
  problems: readonly unknown[];
  /** How many findings are undecided. */
  open: { must: number; review: number };
}

/**
 * What pages of the archive show of a draft. It contains none of its text or findings, so a built site may show all of it.
 */
export interface DraftNote {
  slug: string;
  state: DraftState;
  next: DraftTask | null;
  /** The session_ids it is made of. */
  sessions: string[];
  /** How many findings are undecided. */
  open: number;
  /** The last export, if there was one. */
  exported: { target: TargetName; at: string } | null;
  /** The address of the published post, if there is one. */
  url: string | null;
}

export function draftNote(stated: Stated): DraftNote {
  const { draft, open } = stated;
  const last = draft.history.exports.at(-1);
  return {
    slug: draft.slug,
    state: stateOf(draft),
    next: nextTask(stated),
    sessions: draft.settings.sessions,
    open: open.must + open.review,
    exported: last ? { target: last.target, at: last.at } : null,
    url: draft.settings.published || null,
  };
}

export function stateOf({ settings, history }: Pick<Draft, 'settings' | 'history'>): DraftState {
  if (settings.published !== '') return 'published';
  return history.exports.length > 0 ? 'exported' : 'draft';
}

/** What to do next with a draft; null if nothing is left to do. */
export function nextTask({ draft, sources, problems, open }: Stated): DraftTask | null {
  const state = stateOf(draft);
  if (state === 'published') return null;
  if (state === 'exported') {
    const last = draft.history.exports.at(-1);
    return last?.sessions === sessionsDigest(sources) && last.draft === draftDigest(draft) ? null : 'update';
  }
  if (problems.length > 0) return 'fix';
  return open.must > 0 ? 'redact' : 'export';
}
