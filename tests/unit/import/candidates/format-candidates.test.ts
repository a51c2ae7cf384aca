import { describe, expect, it } from 'vitest';
import { sessionCard } from '#src/archive/session-card.ts';
import { formatList, sessionEntry } from '#src/cli/archive/format-list.ts';
import { formatSession, shownSession } from '#src/cli/archive/format-session.ts';
import { formatHits } from '#src/cli/search/format-hits.ts';
import { plain } from '#src/cli/terminal/text.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { recordsOf } from '#src/search/records-of.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const SESSION = aSession({
  keys: ['source: backfill'],
  body: '## Events\n\n- 15:00 [ERROR] a slip\n- 15:04 [BLOCKED] no way\n  candidate: 7f4b1f0e\n  transcript: a.jsonl:3\n',
});
const LOGGED = aSession({ body: '## Events\n\n- 15:00 [ERROR] a slip\n' });

describe('a backfilled session', () => {
  it('is listed with its unconfirmed events counted separately', () => {
    expect(plain(formatList([{ card: sessionCard(SESSION) }], 120))).toMatch(
      /Events {2}Title\n.* 1 {2}X \(backfilled, 1 unconfirmed\)$/,
    );
    expect(plain(formatList([{ card: sessionCard(LOGGED) }], 120))).not.toMatch(/unconfirmed|backfilled/i);
    expect(sessionEntry(sessionCard(SESSION))).toMatchObject({ events: 1, candidates: 1, source: 'backfill' });
    expect(sessionEntry(sessionCard(LOGGED))).toMatchObject({ candidates: 0, source: null });
  });

  it('is shown with its unconfirmed events marked, and the command to decide', () => {
    const text = plain(formatSession(SESSION));
    expect(text).toContain('Backfilled from the transcript; nothing was logged during the session.');
    expect(text).toContain('1 unconfirmed event, not counted anywhere. Decide: chronicle candidates review');
    expect(text).toMatch(/15:04 {2}BLOCKED {10}unconfirmed: no way/);
    expect(text).toMatch(/15:00 {2}ERROR {12}a slip/);
    expect(shownSession(SESSION, null)).toMatchObject({ events: [{ text: 'a slip' }, { candidate: true }] });
  });
});

describe('a search', () => {
  it('has unconfirmed events as a kind of their own, without provenance lines', () => {
    const records = recordsOf(SESSION, null);
    expect(records.map(({ kind, text }) => [kind, text])).toEqual([
      ['session', 'ink/1-x'],
      ['event', 'a slip'],
      ['candidate', 'no way'],
    ]);
    const { query, problems } = parseQuery('way kind:candidates');
    expect({ kinds: query.kinds, problems }).toEqual({ kinds: ['candidate'], problems: [] });
    const found = records.slice(1).map((record) => ({ ...record, sessionId: SESSION.id, start: '', hasAll: true }));
    expect(plain(formatHits(found, { stems: new Set() }))).toContain('unconfirmed: no way');
  });
});
