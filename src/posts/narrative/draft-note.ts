/**
 * What pages of the archive show of a draft: its state and where it was exported. It contains none of its text or
 * findings, so a built site may show all of it.
 */
import type { Session } from '#src/format/session.ts';
import type { Draft, DraftState, DraftTask } from '../drafts/draft.ts';
import { sinceExport } from '../drafts/draft-state.ts';

export interface DraftNote {
  slug: string;
  state: DraftState;
  next: DraftTask | null;
  /** The session_ids of its sources. */
  sources: string[];
  /** How many findings are undecided. */
  open: number;
  /** The last export, if there was one: the target's name and when, UTC. */
  exported: { target: string; at: string } | null;
  /** What changed after the last export and what to do before the next, in sentences; null if there is nothing. */
  changes: string | null;
  /** The address of the published post, if a page may link to it. */
  url: string | null;
}

/** The parts of a prepared draft that a note needs. */
export interface NotedDraft {
  resolved: { draft: Draft; sources: readonly Session[]; problems: readonly unknown[] };
  open: { must: number; review: number };
  state: DraftState;
  next: DraftTask | null;
}

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

/** The draft of a session: the first with it as the only source, else the first with it as a source. */
export function draftOf({ id }: Session, notes: readonly DraftNote[]): DraftNote | null {
  const candidates = notes.filter(({ sources }) => sources.includes(id));
  return candidates.find(({ sources }) => sources.length === 1) ?? candidates[0] ?? null;
}
