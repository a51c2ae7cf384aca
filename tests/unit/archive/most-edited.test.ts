import { expect, it } from 'vitest';
import { mostEdited } from '#src/archive/most-edited.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { EditedFile } from '#src/facts/edited-files.ts';
import { aSession } from './a-session.ts';

function aSessionWith(date: string, paths: string[], project = 'inkwell'): [Session, EditedFile[]] {
  const root = `/home/me/${project}`;
  const session = aSession({ date, project, id: `${project}-${date}` });
  return [
    { ...session, project: { ...session.project, root } },
    paths.map((path, index) => ({ path, added: 10 + index, removed: index })),
  ];
}

/** Newest first. */
const FILES = new Map([
  aSessionWith('2026-09-16', ['src/auth.ts', 'tests/auth.ts', 'C:\\work\\Auth.ts']),
  aSessionWith('2026-09-15', ['lib/auth.ts', 'auth.ts'], 'larder'),
  aSessionWith('2026-09-14', ['src/auth.ts', 'docs/author.md']),
  aSessionWith('2026-09-13', []),
]);
const SESSIONS = [...FILES.keys()];
const filesOf = (session: Session) => FILES.get(session) ?? [];

it('has the files of most sessions, the last edited one first of equals', () => {
  const inkwell = mostEdited(SESSIONS, filesOf, { slug: 'inkwell', most: 2 });
  expect(inkwell.map(({ path, sessions }) => [path, sessions])).toEqual([
    ['src/auth.ts', 2],
    ['C:\\work\\Auth.ts', 1],
  ]);
  expect(mostEdited(SESSIONS, filesOf, { slug: 'larder', most: 9 }).map(({ path }) => path)).toEqual([
    'auth.ts',
    'lib/auth.ts',
  ]);
  expect(mostEdited([], filesOf, { slug: 'inkwell', most: 2 })).toEqual([]);
});

it('follows what sessions edited, with the lines', () => {
  const [newest, ...rest] = SESSIONS;
  const sums = (sessions: readonly Session[]) => mostEdited(sessions, filesOf, { slug: 'inkwell', most: 1 });
  expect(sums(SESSIONS)).toEqual([{ path: 'src/auth.ts', sessions: 2, added: 20, removed: 0 }]);
  expect(sums(rest)).toEqual([{ path: 'docs/author.md', sessions: 1, added: 11, removed: 1 }]);
  expect(sums(newest ? [newest] : [])).toEqual([{ path: 'C:\\work\\Auth.ts', sessions: 1, added: 12, removed: 2 }]);
  expect(sums(SESSIONS)).toEqual([{ path: 'src/auth.ts', sessions: 2, added: 20, removed: 0 }]);
});
