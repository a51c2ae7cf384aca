import type { Session } from '#src/format/session.ts';
import { NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import type { Draft, DraftSettings } from '#src/posts/drafts/draft.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';

/** An archive of sessions, newest first, to resolve drafts in. */
export function archiveOf(sessions: readonly Session[], series: DraftArchive['series'] = []): DraftArchive {
  const record = memoryRecordOf({ sessions, memory: { changes: [], files: [] }, clusters: NO_CLUSTERS });
  return { sessions, record, series };
}

/** A draft with a text. */
export function draftOf(body: string, settings: Partial<DraftSettings> = {}): Draft {
  return {
    slug: 'the-third-time',
    directory: '/drafts/the-third-time',
    settings: {
      title: 'The third time',
      description: 'A rule that was written down.',
      tags: ['memory'],
      series: null,
      beats: [],
      sources: [],
      exports: [],
      published: null,
      ...settings,
    },
    body,
    decisions: { salt: '', byHash: {} },
    problems: [],
  };
}
