import { describe, expect, it } from 'vitest';
import { outlineMarkdown, outlineOf, outlineWords } from '#src/posts/series/outline.ts';
import type { Series } from '#src/posts/series/series.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const FIRST = aSession({
  id: 'session-1',
  date: '2026-09-14',
  retro: true,
  body: `## Events\n\n- [ERROR] The clock   lied\n- [PIVOT] Ask the server\n\n## Summary\n\nLead.\n\n### Title\n\n${'word '.repeat(1234)}\n`,
});
const SECOND = aSession({ id: 'session-2', date: '2026-09-10', body: '## Events\n\n- [DECISION] Keep a clock\n' });
const nameOf = (session: typeof FIRST, place: number) => `${session.id}#${session.chronicle.events[place]?.id}`;

const SERIES: Series = {
  slug: 'clocks',
  path: '/series/clocks.yml',
  title: 'Clocks',
  parts: [
    { title: 'The lie', idea: 'Time is\nasked for.', events: [nameOf(FIRST, 0), nameOf(SECOND, 0)] },
    { title: 'The turn', idea: '', events: [nameOf(FIRST, 1), 'session-9#e-000000'] },
    { title: 'The end', idea: '', events: [] },
  ],
  problems: [],
};

describe('outlineOf', () => {
  const outline = outlineOf(SERIES, [FIRST, SECOND]);

  it('finds each event in its session, and says which are missing', () => {
    const [lie, turn] = outline.parts;
    expect(lie?.events.map(({ found }) => found?.event.text)).toEqual(['The clock   lied', 'Keep a clock']);
    expect(turn?.events.map(({ found }) => found?.session.id)).toEqual(['session-1', undefined]);
    expect(outline).toMatchObject({ events: 4, missing: 1, words: 1234, sessions: [SECOND, FIRST] });
  });

  it('is summarised in one line', () => {
    expect(outlineWords(outline)).toBe('3 parts, 4 events from 2 sessions, about 1,200 words');
    expect(outlineWords(outlineOf({ ...SERIES, parts: [] }, []))).toBe('no parts');
  });

  it('becomes Markdown without names of sessions', () => {
    expect(outlineMarkdown(outline)).toBe(`# Clocks

## 1. The lie

Time is asked for.

- Error, 2026-09-14: The clock lied
- Decision, 2026-09-10: Keep a clock

## 2. The turn

- Pivot, 2026-09-14: Ask the server
- session-9#e-000000 (not in the archive)

## 3. The end
`);
  });
});
