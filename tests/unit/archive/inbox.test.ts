import { describe, expect, it } from 'vitest';
import { inboxOf, inboxSentence } from '#src/archive/inbox.ts';
import type { DraftNote } from '#src/posts/draft-state.ts';

const draft = (slug: string, open: number, state: DraftNote['state'] = 'draft'): DraftNote => ({
  ...{ slug, open, state, next: null, sessions: [], exported: null, changes: null, url: null },
});

describe('the inbox', () => {
  it('has what is undecided, the oldest first', () => {
    const inbox = inboxOf({
      proposals: [
        { state: 'open', proposed: '2026-10-05T10:00:00Z' },
        { state: 'skipped', proposed: '2026-10-01T10:00:00Z' },
        { state: 'open', proposed: '2026-09-05T10:00:00Z' },
      ],
      drafts: [draft('a', 0), draft('b', 1), draft('c', 3), draft('d', 2, 'published')],
    });
    expect(inbox.proposals.map(({ proposed }) => proposed.slice(5, 7))).toEqual(['09', '10']);
    expect(inbox.drafts.map(({ slug }) => slug)).toEqual(['c', 'b']);
    expect([inbox.findings, inbox.total]).toEqual([4, 6]);
    expect(inboxSentence(inbox)).toBe('Six things that only you can decide. Nothing is urgent.');
  });

  it('says when nothing waits', () => {
    expect(inboxSentence(inboxOf({ proposals: [], drafts: [] }))).toBe('Nothing waits for you.');
    expect(inboxSentence(inboxOf({ proposals: [], drafts: [draft('a', 1)] }))).toBe(
      'One thing that only you can decide. Nothing is urgent.',
    );
  });
});
