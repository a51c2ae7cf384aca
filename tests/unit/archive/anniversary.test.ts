import { describe, expect, it } from 'vitest';
import { onThisDay } from '#src/archive/anniversary.ts';
import { aSession } from './a-session.ts';

const BODY = '## Events\n\n- [ERROR] a\n';
const on = (date: string, name: string, body = BODY) => aSession({ date, name, body });

describe('onThisDay', () => {
  it('prefers years to months, and the nearest year', () => {
    const sessions = ['2026-10-20', '2026-05-20', '2025-11-20', '2024-11-20'].map((date) => on(date, date));
    expect(found(sessions)).toBe('2025-11-20, a year ago');
    expect(found(sessions.slice(0, 2).concat(sessions.slice(3)))).toBe('2024-11-20, 2 years ago');
    expect(found(sessions.slice(0, 2))).toBe('2026-05-20, 6 months ago');
    expect(found(sessions.slice(0, 1))).toBe('2026-10-20, a month ago');
    expect(found([on('2026-08-20', 'quarter')])).toBe('quarter, 3 months ago');
  });

  it('picks the most notable session', () => {
    const many = on('2025-11-20', 'many', '## Events\n\n- [ERROR] a\n- [ERROR] b\n- [ERROR] c\n');
    const few = on('2025-11-20', 'few');
    const summed = on('2025-11-20', 'summed', `${BODY}\n## Summary\n\nIt worked.\n`);
    const told = aSession({
      date: '2025-11-20',
      name: 'told',
      retro: true,
      body: '## Events\n\n## Summary\n\n### Title\n\nText.\n',
    });
    expect(found([few, many])).toBe('many, a year ago');
    expect(found([many, summed])).toBe('summed, a year ago');
    expect(found([summed, told, many])).toBe('told, a year ago');
  });

  it('ignores empty sessions, other days, the day itself and later days', () => {
    expect(found([on('2025-11-20', 'quiet', '')])).toBeNull();
    expect(found(['2026-11-20', '2026-10-21', '2027-11-20'].map((date) => on(date, date)))).toBeNull();
    expect(found([])).toBeNull();
  });

  it('skips days that do not exist, and crosses the year', () => {
    expect(found([on('2026-03-03', 'a'), on('2026-02-28', 'b')], '2026-03-31')).toBeNull();
    expect(found([on('2025-12-10', 'a')], '2026-01-10')).toBe('a, a month ago');
    expect(found([on('2025-10-10', 'b')], '2026-01-10')).toBe('b, 3 months ago');
  });
});

function found(sessions: Parameters<typeof onThisDay>[0], last = '2026-11-20'): string | null {
  const anniversary = onThisDay(sessions, last);
  return anniversary && `${anniversary.session.name}, ${anniversary.ago}`;
}
