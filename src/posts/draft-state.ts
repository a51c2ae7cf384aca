/** How far a draft is, what changed since, and what to do next. */
import type { Session } from '#src/format/session.ts';
import { counted } from '#src/lib/text/day.ts';
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
  /** What changed after the last export and what to do before the next, in sentences; null if there is nothing. */
  changes: string | null;
  /** The address of the published post, if there is one. */
  url: string | null;
}

export function draftNote(stated: Stated): DraftNote {
  const { draft, open } = stated;
  const last = draft.history.exports.at(-1);
  const changes = joined([...(stateOf(draft) === 'exported' ? changesSince(stated) : []), ...toDo(stated)]);
  return {
    slug: draft.slug,
    state: stateOf(draft),
    next: nextTask(stated),
    sessions: draft.settings.sessions,
    open: open.must + open.review,
    exported: last ? { target: last.target, at: last.at } : null,
    changes: last && changes !== '' ? changes : null,
    url: draft.settings.published || null,
  };
}

export function stateOf({ settings, history }: Pick<Draft, 'settings' | 'history'>): DraftState {
  if (settings.published !== '') return 'published';
  return history.exports.length > 0 ? 'exported' : 'draft';
}

/** What to do next with a draft; null if nothing is left to do. */
export function nextTask(stated: Stated): DraftTask | null {
  const state = stateOf(stated.draft);
  if (state === 'published') return null;
  if (state === 'exported') return changesSince(stated).length > 0 ? 'update' : null;
  if (stated.problems.length > 0) return 'fix';
  return stated.open.must > 0 ? 'redact' : 'export';
}

function changesSince({ draft, sources }: Stated): string[] {
  const last = draft.history.exports.at(-1);
  if (!last) return [];
  const { length } = draft.settings.sessions;
  return [
    ...(last.sessions === sessionsDigest(sources)
      ? []
      : sources.length < length
        ? ['One of its sessions is no longer in the archive.']
        : [`${length === 1 ? 'The session' : 'A session'} has changed since the export.`]),
    ...(last.draft === draftDigest(draft) ? [] : ['The draft has changed since the export.']),
  ];
}

/** What to fix and decide in a draft, in sentences. */
function toDo({ open, problems }: Pick<Stated, 'open' | 'problems'>): string[] {
  return [
    ...(problems.length > 0 ? [`Fix ${counted(problems.length, 'problem')} before you export it.`] : []),
    ...(open.must > 0 ? [`${counted(open.must, 'finding')} must be decided before the draft can be exported.`] : []),
    ...(open.review > 0 ? [`${counted(open.review, 'finding')} to review.`] : []),
  ];
}

function joined(sentences: readonly string[]): string {
  return sentences.join(' ');
}
