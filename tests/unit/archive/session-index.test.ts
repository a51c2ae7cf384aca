import { describe, expect, it } from 'vitest';
import { hasMonthPages, newestMonths, newestOnPage, sessionIndex } from '#src/archive/session-index.ts';
import type { Session } from '#src/format/session.ts';
import { aSession } from './a-session.ts';

const EVENT = '## Events\n\n- [DECISION] x\n';

describe('sessionIndex', () => {
  const newest = aSession({ date: '2026-10-02', branch: 'a', body: EVENT });
  const empty = aSession({ date: '2026-10-01', branch: 'a', body: '## Events\n' });
  const middle = aSession({ date: '2026-09-30', branch: 'b', body: EVENT });
  const oldest = aSession({ date: '2026-09-01', branch: 'a', body: EVENT });
  const elsewhere = aSession({ date: '2026-08-31', branch: 'a', project: 'tidepool', body: EVENT });
  const sessions = [newest, empty, middle, oldest, elsewhere];
  const index = sessionIndex(sessions);

  it('finds what is before and after, skipping empty sessions', () => {
    expect(names(index.around(newest))).toEqual({ earlier: middle.name, later: undefined });
    expect(names(index.around(middle))).toEqual({ earlier: oldest.name, later: newest.name });
    expect(names(index.around(empty))).toEqual({ earlier: middle.name, later: newest.name });
  });

  it('stays within the project, except at its ends', () => {
    const between = aSession({ date: '2026-09-10', branch: 'a', project: 'tidepool', body: EVENT });
    const both = sessionIndex([newest, middle, between, oldest, elsewhere]);
    expect(names(both.around(middle))).toEqual({ earlier: oldest.name, later: newest.name });
    expect(names(both.around(between))).toEqual({ earlier: elsewhere.name, later: middle.name });
    expect(names(both.around(oldest))).toEqual({ earlier: elsewhere.name, later: middle.name });
    expect(names(index.around(elsewhere))).toEqual({ earlier: undefined, later: oldest.name });
  });

  it('finds the same branch of the same project', () => {
    expect(index.around(oldest).sameBranch).toEqual([newest, empty]);
    expect(index.around(middle).sameBranch).toEqual([]);
    expect(index.around(elsewhere).moreOnBranch).toBe(0);
  });

  it('knows no same branch for sessions that were on none', () => {
    const [first, second] = ['2026-09-02', '2026-09-01'].map((date) =>
      aSession({ date, branch: 'detached', body: EVENT }),
    ) as [Session, Session];
    const around = sessionIndex([first, second]).around(first);
    expect(around).toMatchObject({ sameBranch: [], moreOnBranch: 0, earlier: { name: second.name } });
  });

  it('finds the neighbours of a copy', () => {
    expect(index.around({ ...oldest }).sameBranch).toEqual([newest, empty]);
  });

  it('shows the nearest sessions of a long branch, and counts the rest', () => {
    const days = Array.from({ length: 30 }, (_, i) =>
      aSession({ date: `2026-11-${String(30 - i).padStart(2, '0')}`, branch: 'main', body: EVENT }),
    );
    const { sameBranch, moreOnBranch } = sessionIndex(days).around(days[10] as Session);
    expect(sameBranch.map(({ chronicle }) => chronicle.frontMatter.date.slice(8))).toEqual([
      '23',
      '22',
      '21',
      '19',
      '18',
      '17',
    ]);
    expect(moreOnBranch).toBe(23);
  });

  it('groups by month and separates empty sessions', () => {
    expect(index.months.map(({ month, sessions, empty }) => [month, sessions.length, empty.length])).toEqual([
      ['2026-10', 1, 1],
      ['2026-09', 2, 0],
      ['2026-08', 1, 0],
    ]);
  });

  it('is computed once per archive', () => {
    expect(sessionIndex(sessions)).toBe(index);
    expect(sessionIndex([...sessions])).not.toBe(index);
  });
});

describe('newestOnPage', () => {
  it('is the beginning of a list that is too long for one page', () => {
    const sessions = Array.from({ length: 301 }, (_, i) => aSession({ name: `${i}` }));
    expect(newestOnPage(sessions)).toEqual(sessions.slice(0, 300));
    expect(newestOnPage(sessions.slice(1))).toEqual(sessions.slice(1));
  });
});

describe('hasMonthPages', () => {
  it('starts above the limit of one page', () => {
    const session = aSession();
    expect(hasMonthPages(Array.from({ length: 300 }, () => session))).toBe(false);
    expect(hasMonthPages(Array.from({ length: 301 }, () => session))).toBe(true);
  });
});

function names({ earlier, later }: { earlier: Session | null; later: Session | null }) {
  return { earlier: earlier?.name, later: later?.name };
}

describe('newestMonths', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, 2) - n * 86_400_000).toISOString().slice(0, 10);
  const shown = (sessions: readonly Session[]) =>
    newestMonths(sessions).map(({ month, sessions: own, empty, left }) => [month, own.length, empty.length, left]);

  it('has all months of a small archive', () => {
    const few = [0, 1, 40].map((n) => aSession({ date: day(n), id: `s${n}`, body: n === 1 ? '' : EVENT }));
    expect(shown(few)).toEqual([
      ['2026-11', 1, 1, 0],
      ['2026-09', 1, 0, 0],
    ]);
    expect(shown([])).toEqual([]);
  });

  it('has the newest fifty of a large one, whatever their month', () => {
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
