import { describe, expect, it } from 'vitest';
import { inboxOf, inboxSentence, MOST_EVENTS } from '#src/archive/inbox.ts';
import type { DraftNote } from '#src/posts/narrative/draft-note.ts';
import { aSession } from './a-session.ts';

const candidates = (date: string, count: number) =>
  aSession({
    date,
    body: `## Events\n\n${Array.from({ length: count }, (_, i) => `- 15:00 [ERROR] Slip ${i} of ${date}\n  candidate: r-${date}-${i}\n`).join('')}`,
  });
const draft = (slug: string, open: number, state: DraftNote['state'] = 'draft'): DraftNote => ({
  ...{ slug, open, state, next: null, sources: [], exported: null, changes: null, url: null },
});

describe('the inbox', () => {
  it('has what is undecided, the oldest first', () => {
    const inbox = inboxOf({
      sessions: [candidates('2026-11-02', 1), candidates('2026-10-01', 2)],
      proposals: [
        { state: 'open', proposed: '2026-10-05T10:00:00Z' },
        { state: 'skipped', proposed: '2026-10-01T10:00:00Z' },
        { state: 'open', proposed: '2026-09-05T10:00:00Z' },
      ],
      drafts: [draft('a', 0), draft('b', 1), draft('c', 3), draft('d', 2, 'published')],
    });
    expect(inbox.events.shown.map(({ event }) => event.date)).toEqual(['2026-10-01', '2026-10-01', '2026-11-02']);
    expect(inbox.proposals.map(({ proposed }) => proposed.slice(5, 7))).toEqual(['09', '10']);
    expect(inbox.drafts.map(({ slug }) => slug)).toEqual(['c', 'b']);
    expect([inbox.findings, inbox.total]).toEqual([4, 9]);
    expect(inboxSentence(inbox)).toBe(
      'Nine things that only you can decide. Nothing is urgent, and unconfirmed events do not count until you decide.',
    );
  });

  it('shows the oldest of many events, and counts all', () => {
    const { events } = inboxOf({ sessions: [candidates('2026-11-02', MOST_EVENTS + 5)], proposals: [], drafts: [] });
    expect([events.shown.length, events.all.length]).toEqual([MOST_EVENTS, MOST_EVENTS + 5]);
  });

  it('says when nothing waits', () => {
    expect(inboxSentence(inboxOf({ sessions: [aSession({})], proposals: [], drafts: [] }))).toBe(
      'Nothing waits for you.',
    );
    expect(inboxSentence(inboxOf({ sessions: [], proposals: [], drafts: [draft('a', 1)] }))).toBe(
      'One thing that only you can decide. Nothing is urgent.',
    );
  });
});
