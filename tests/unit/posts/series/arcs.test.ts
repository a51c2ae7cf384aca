import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import { storyArcs } from '#src/posts/series/arcs.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const EVENT = '## Events\n\n- 10:00 [INSIGHT] x\n';
let count = 0;

function worked(
  date: string,
  branch: string,
  given: Partial<Parameters<typeof aSession>[0]> & { task?: string } = {},
): Session {
  const { task = '', ...rest } = given;
  const session = aSession({ date, branch, id: `session-${count++}`, body: EVENT, ...rest });
  session.chronicle.frontMatter.task = task;
  return session;
}

function placed(session: Session, directory: string, root: string | null): Session {
  return { ...session, project: { slug: 'tidemark', name: 'tidemark', directory, root } };
}

const datesOf = (sessions: readonly Session[]) => sessions.map(({ chronicle }) => chronicle.frontMatter.date);

describe('storyArcs', () => {
  it('joins sessions that share a task or branch, directly or through others, oldest first', () => {
    const [arc, ...others] = storyArcs([
      worked('2026-09-20', 'main'),
      worked('2026-09-14', 'main', { task: 'TM-41' }),
      worked('2026-09-12', 'tm/41-retry-sync'),
      worked('2026-09-10', 'tm/41-retry-sync', { task: 'tm-41' }),
      worked('2026-09-08', 'other'),
    ]);
    expect(others).toEqual([]);
    expect(datesOf(arc?.sessions ?? [])).toEqual(['2026-09-10', '2026-09-12', '2026-09-14']);
    expect(arc).toMatchObject({ key: 'inkwell/tm-41', title: 'Retry sync' });
    expect(arc?.because).toBe('the task TM-41 and the branch tm/41-retry-sync');
  });

  it('leaves out sessions in which nothing happened', () => {
    const sessions = ['2026-09-20', '2026-09-14'].map((date) => worked(date, 'main', { task: 'TM-41' }));
    const empty = worked('2026-09-18', 'main', { task: 'TM-41', body: '' });
    expect(storyArcs([...sessions, empty]).map((arc) => arc.sessions.length)).toEqual([2]);
    expect(storyArcs([...sessions.slice(1), empty])).toEqual([]);
  });

  it('joins sessions connected only by a later one', () => {
    const arcs = storyArcs([
      worked('2026-09-14', 'first-branch'),
      worked('2026-09-13', 'second-branch', { task: 'X-1' }),
      worked('2026-09-12', 'first-branch', { task: 'X-1' }),
    ]);
    expect(arcs.map(({ sessions }) => datesOf(sessions))).toEqual([['2026-09-12', '2026-09-13', '2026-09-14']]);
  });

  it.each(['dev', 'development', 'staging', 'production', 'release'])('makes no story of the trunk %s', (trunk) => {
    expect(storyArcs([worked('2026-09-14', trunk), worked('2026-09-13', trunk)])).toEqual([]);
  });

  it('makes no story of a trunk or of a single session', () => {
    expect(
      storyArcs([worked('2026-09-14', 'main'), worked('2026-09-13', 'main'), worked('2026-09-12', 'a-b')]),
    ).toEqual([]);
    expect(storyArcs([])).toEqual([]);
  });

  it('keeps projects apart, and joins directories with one root', () => {
    const apart = [
      worked('2026-09-14', 'retry-sync', { project: 'inkwell' }),
      worked('2026-09-13', 'retry-sync', { project: 'lantern' }),
    ];
    expect(storyArcs(apart)).toEqual([]);
    const together = [
      placed(worked('2026-09-14', 'retry-sync'), '-home-me-tidemark', '/home/me/tidemark'),
      placed(worked('2026-09-13', 'retry-sync'), '-home-me-tidemark-sub', '/home/me/tidemark'),
    ];
    expect(storyArcs(together)).toMatchObject([{ key: 'tidemark/retry-sync', because: 'the branch retry-sync' }]);
  });

  it('joins a session that was resumed elsewhere, and ignores copies', () => {
    const session = worked('2026-09-14', 'main', { id: 'resumed' });
    const copy = { ...session, path: '/elsewhere.md' };
    const resumed = { ...worked('2026-09-15', 'main', { id: 'resumed' }), digest: '01' };
    expect(storyArcs([session, copy])).toEqual([]);
    expect(storyArcs([resumed, session, copy])).toMatchObject([
      { sessions: [session, resumed], because: 'one session that was resumed' },
    ]);
  });

  it('sorts arcs by their newest session, with unique keys', () => {
    const arcs = storyArcs([
      worked('2026-09-14', 'x/y'),
      worked('2026-09-13', 'x-y'),
      worked('2026-09-12', 'x-y'),
      worked('2026-09-11', 'x/y'),
    ]);
    expect(arcs.map(({ key, because }) => [key, because])).toEqual([
      ['inkwell/x-y', 'the branch x/y'],
      ['inkwell/x-y-2', 'the branch x-y'],
    ]);
  });

  it('takes the title of the newest narrative if no branch has a name', () => {
    const told = aSession({
      id: 'told',
      branch: 'main',
      date: '2026-09-10',
      retro: true,
      body: '## Events\n\n## Summary\n\nLead.\n\n### The clock that lied\n\nText.\n',
    });
    told.chronicle.frontMatter.task = 'X-1';
    expect(storyArcs([worked('2026-09-14', 'main', { task: 'X-1' }), told])[0]?.title).toBe('The clock that lied');
  });

  it('gives the same answer for the same array', () => {
    const sessions = [worked('2026-09-14', 'a-b'), worked('2026-09-13', 'a-b')];
    expect(storyArcs(sessions)).toBe(storyArcs(sessions));
  });
});
