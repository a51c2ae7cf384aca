import type { Session } from '#src/format/session.ts';
import type { MissGroup } from '#src/memory/misses/miss-group.ts';
import type { Draft, DraftSettings } from '#src/posts/drafts/draft.ts';
import { sourceDigest } from '#src/posts/drafts/source-digest.ts';

/** A draft of sessions with these settings. */
export function aDraft(sessions: readonly Session[], settings: Partial<DraftSettings> = {}): Draft {
  return {
    slug: 'x',
    directory: '/drafts/x',
    settings: {
      title: 'The third time',
      description: '',
      tags: [],
      series: null,
      beats: [],
      sources: sessions.map((session) => ({ session: session.id, digest: sourceDigest([session]) })),
      exports: [],
      published: null,
      ...settings,
    },
    body: 'It came back.\n',
    decisions: { salt: '', byHash: {} },
    problems: [],
  };
}

/** A memory record in which all misses form one group of this size. */
export function aRecord(misses: number) {
  const group = { anchor: 'c-1a2b3c4d', misses: { length: misses } } as unknown as MissGroup;
  return {
    placeOf: (_: Session, { tag }: { tag: string }) => (tag === 'MEMORY-MISS' ? { group, nth: 1 } : null),
  };
}
