import { describe, expect, it } from 'vitest';
import { RelatedRecords } from '#src/archive/related-records.ts';
import type { Session } from '#src/chronicle/session.ts';
import { aSession, noted } from './a-session.ts';

const happened = (date: string, ...events: string[]) =>
  aSession({ id: `id-${date}`, date, body: `## Events\n\n${events.map((event) => `- 12:30 ${event}`).join('\n')}\n` });

const FILLING = happened(
  '2026-08-01',
  '[DECISION] The build server keeps its cache for a week',
  '[INSIGHT] A frame is packed byte by byte',
  '[BLOCKED] The ladder is lent out',
);
const FIRST = happened('2026-09-01', '[ERROR] The redirect loops in Safari, the cookie is lost in an iframe');
const AGAIN = happened('2026-10-01', '[ERROR] In Safari the cookie is lost in an iframe and the redirect loops');

/** The titles of what each record of a session is like. */
function titlesIn(session: Session, sessions: readonly Session[]): string[][] {
  return [...new RelatedRecords().follow(sessions).in(session).values()].map((all) => all.map(({ title }) => title));
}

describe('related records', () => {
  it('are the earlier ones in other sessions that are like an event', () => {
    const sessions = [AGAIN, FIRST, FILLING];
    const [event] = AGAIN.chronicle.events;
    const [earlier] = FIRST.chronicle.events;
    const related = new RelatedRecords().follow(sessions);
    expect([...related.in(AGAIN)]).toEqual([
      [
        event?.id,
        [
          {
            kind: 'event',
            tag: 'ERROR',
            anchor: earlier?.id,
            date: '2026-09-01',
            project: 'inkwell',
            projectName: 'inkwell',
            session: FIRST.name,
            title: earlier?.text,
          },
        ],
      ],
    ]);
    expect(related.in(FIRST).size).toBe(0);
    expect(related.in(FILLING).size).toBe(0);
  });

  it('are also observations, of events and observations', () => {
    const text = '## Observations\n- [bugfix] [P1] Cookies of an iframe are lost in Safari\n  - The redirect loops';
    const observed = noted('2026-11-01', text);
    expect(titlesIn(observed, [observed, AGAIN, FIRST, FILLING])).toEqual([
      [AGAIN.chronicle.events[0]?.text, FIRST.chronicle.events[0]?.text],
    ]);
    const after = happened('2026-11-02', '[ERROR] Cookies lost in the iframe, Safari redirect loops');
    expect(titlesIn(after, [after, observed, FILLING])).toEqual([['Cookies of an iframe are lost in Safari']]);
  });

  it.each([
    ['an unconfirmed event', '[ERROR] ', '\n  candidate: 9e6b1c1e-6f0e-4c6e-8f0a-0f6f1f0f8f4f'],
    ['what says that a memory was applied', '[MEMORY-HIT] feedback_cookies.md: ', ''],
  ])('are never %s', (_, before, after) => {
    const words = 'the redirect loops in Safari, the cookie is lost in an iframe';
    const other = happened('2026-09-15', `${before}${words}${after}`);
    expect(titlesIn(AGAIN, [AGAIN, other, FILLING])).toEqual([]);
  });

  it('are at most three, and never of the same session', () => {
    const many = Array.from({ length: 6 }, (_, i) =>
      happened(`2026-09-1${i}`, '[ERROR] The redirect loops in Safari, the cookie is lost in an iframe'),
    );
    expect(titlesIn(AGAIN, [AGAIN, ...many, FILLING])[0]).toHaveLength(3);
    const twice = happened(
      '2026-10-02',
      ...AGAIN.chronicle.events.map(({ text }) => `[ERROR] ${text}`),
      '[PIVOT] The cookie is lost in an iframe, Safari redirect loops',
    );
    expect(titlesIn(twice, [twice, FILLING])).toEqual([]);
  });

  it('follow the sessions from one change to the next', () => {
    const related = new RelatedRecords().follow([AGAIN, FILLING]);
    expect(related.in(AGAIN).size).toBe(0);
    expect(related.follow([AGAIN, FIRST, FILLING]).in(AGAIN).size).toBe(1);
    const changed = happened('2026-09-01', '[ERROR] Something else altogether');
    expect(related.follow([AGAIN, changed, FILLING]).in(AGAIN).size).toBe(0);
    expect(related.in(FIRST).size).toBe(0);
  });
});
