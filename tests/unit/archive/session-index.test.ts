import { describe, expect, it } from 'vitest';
import { hasMonthPages, monthsOf, neighboursOf, newestMonths } from '#src/archive/session-index.ts';
import type { Session } from '#src/format/session.ts';
import { aSession } from './a-session.ts';

const EVENT = '## Events\n\n- [DECISION] x\n';
const newest = aSession({ date: '2026-10-02', body: EVENT });
const empty = aSession({ date: '2026-10-01', body: '## Events\n' });
const middle = aSession({ date: '2026-09-30', body: EVENT });
const oldest = aSession({ date: '2026-09-01', body: EVENT });
const elsewhere = aSession({ date: '2026-08-31', project: 'tidepool', body: EVENT });
const sessions = [newest, empty, middle, oldest, elsewhere];

describe('neighboursOf', () => {
  const between = aSession({ date: '2026-09-10', project: 'tidepool', body: EVENT });
  const both = [newest, middle, between, oldest, elsewhere];
  it.each([
    ['is null at the end of the archive', newest, sessions, [middle.name, undefined]],
    ['skips sessions without content', middle, sessions, [oldest.name, newest.name]],
    ['is known of a session without content', empty, sessions, [middle.name, newest.name]],
    ['stays within the project', middle, both, [oldest.name, newest.name]],
    ['leaves the project at its ends', between, both, [elsewhere.name, middle.name]],
    ['leaves the project at its beginning', oldest, both, [elsewhere.name, middle.name]],
    ['is of another project if there is no other', elsewhere, sessions, [undefined, oldest.name]],
  ])('%s', (_, session, all, expected) => {
    const { earlier, later } = neighboursOf(session, all);
    expect([earlier?.name, later?.name]).toEqual(expected);
  });
});

it('groups by month and separates empty sessions', () => {
  expect(monthsOf(sessions).map((each) => [each.month, each.sessions.length, each.empty.length])).toEqual([
    ['2026-10', 1, 1],
    ['2026-09', 2, 0],
    ['2026-08', 1, 0],
  ]);
});

describe('newestMonths', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, 2) - n * 86_400_000).toISOString().slice(0, 10);
  const shown = (all: readonly Session[]) =>
    newestMonths(all).map(({ month, sessions: own, empty: none, left }) => [month, own.length, none.length, left]);

  it('has all months of an archive that fits on one page', () => {
    const few = [0, 1, 40].map((n) => aSession({ date: day(n), id: `s${n}`, body: n === 1 ? '' : EVENT }));
    expect(shown(few)).toEqual([
      ['2026-11', 1, 1, 0],
      ['2026-09', 1, 0, 0],
    ]);
    expect(shown([])).toEqual([]);
    expect(hasMonthPages(Array.from({ length: 300 }, () => newest))).toBe(false);
    expect(hasMonthPages(Array.from({ length: 301 }, () => newest))).toBe(true);
  });

  it('has the newest fifty of a larger one, whatever their month', () => {
    const many = Array.from({ length: 310 }, (_, n) =>
      aSession({ date: day(n), id: `s${n}`, body: n === 3 ? '' : EVENT }),
    );
    expect(shown(many)).toEqual([
      ['2026-11', 2, 0, 0],
      ['2026-10', 30, 0, 1],
      ['2026-09', 18, 0, 12],
    ]);
  });
});
