import type { Session } from '#src/format/session.ts';
import { NO_DECISIONS } from '#src/memory/decisions.ts';
import { memoryRecordOf } from '#src/memory/memory.ts';
import { type Draft, type DraftSettings, draftFile, NO_HISTORY } from '#src/posts/draft.ts';
import { undiskedDraft } from '#src/posts/draft-files.ts';
import type { DraftArchive } from '#src/posts/posts.ts';

/** An archive of sessions, newest first, to resolve drafts in. */
export function archiveOf(sessions: readonly Session[], drafts: readonly Draft[] = []): DraftArchive {
  const record = memoryRecordOf({ sessions, memory: { changes: [], files: [] }, decisions: NO_DECISIONS });
  return { sessions, record, drafts };
}

/** A draft with a text, of no session unless `settings` name some. */
export function draftOf(body: string, settings: Partial<DraftSettings> = {}, slug = 'the-third-time'): Draft {
  const text = draftFile({ title: 'The third time', description: 'A rule.', tags: ['memory'], ...settings }, body);
  return { ...undiskedDraft({ slug, text, history: NO_HISTORY }), path: `/drafts/${slug}.md` };
}
