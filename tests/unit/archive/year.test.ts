import { describe, expect, it } from 'vitest';
import { LEAST_SESSIONS, yearMoments, yearQuotes, yearSentence, yearsOf } from '#src/archive/year.ts';
import { aSession } from './a-session.ts';

const body = (...lines: string[]) => `## Events\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
const inYear = (year: string, count: number) =>
  Array.from({ length: count }, (_, i) => aSession({ date: `${year}-03-${String(1 + (i % 28)).padStart(2, '0')}` }));
const moments = (given: Partial<Parameters<typeof yearMoments>[0]>) =>
  yearMoments({ year: '2026', sessions: [], groups: [], addressOf: () => '/memory/', arcs: [], ...given });

describe('a year', () => {
  it('has a page from ten sessions on', () => {
    const sessions = [...inYear('2026', LEAST_SESSIONS), ...inYear('2025', LEAST_SESSIONS - 1), ...inYear('2024', 30)];
    expect(yearsOf(sessions)).toEqual(['2026', '2024']);
    expect(yearsOf([])).toEqual([]);
  });

  it('is told in a sentence', () => {
    expect(yearSentence([aSession({ date: '2026-11-19' }), aSession({ date: '2026-07-20', project: 'lantern' })])).toBe(
      '2 sessions in two projects, 20 Jul to 19 Nov 2026.',
    );
  });

  it('names only moments that its records show', () => {
    expect(moments({})).toEqual([]);
    expect(moments({ sessions: inYear('2026', 3) })).toEqual([]);
    const sessions = [
      aSession({ date: '2026-05-02', body: body('[DECISION] One', '[ERROR] Two') }),
      aSession({ date: '2026-05-01', body: body('[DECISION] Three') }),
    ];
    expect(moments({ sessions })).toEqual([
      {
        what: 'The busiest day',
        title: '2 May',
        because: '2 events in 1 session.',
        href: '/on/05-02/#y-2026',
      },
    ]);
  });

  it('counts of an arc only the sessions of the year', () => {
    const [own, other] = [inYear('2026', 2), inYear('2025', 5)];
    const arc = (title: string, sessions: typeof own) => ({ title, because: 'the task LAR-1', sessions });
    const arcs = [arc('mixed', [...other, own[0] ?? aSession({})]), arc('own', own)];
    expect(moments({ sessions: own, arcs }).map(({ what, title }) => [what, title])).toEqual([
      ['The longest arc', 'own'],
    ]);
  });

  it('takes the newer of two equally long arcs', () => {
    const own = inYear('2026', 4);
    const arcs = [
      { title: 'newer', because: 'the task LAR-2', sessions: own.slice(0, 2) },
      { title: 'older', because: 'the task LAR-1', sessions: own.slice(2) },
    ];
    expect(moments({ sessions: own, arcs }).map(({ title }) => title)).toEqual(['newer']);
  });

  it('quotes short corrections, of each project first', () => {
    const said = (text: string) => `[USER-CORRECTION] ${text}`;
    const sessions = [
      aSession({ date: '2026-05-03', body: body(said('Not now, and not like this.'), said('No')) }),
      aSession({ date: '2026-05-02', body: body(said('Ask before you push anything.'), said('x'.repeat(200))) }),
      aSession({ date: '2026-05-01', project: 'lantern', body: body(said('The tests come first here.')) }),
    ];
    const { quotes, inAll } = yearQuotes(sessions, 2);
    expect(quotes.map(({ event }) => event.text)).toEqual([
      'Not now, and not like this.',
      'The tests come first here.',
    ]);
    expect(inAll).toBe(5);
  });
});
