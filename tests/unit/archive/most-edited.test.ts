import { expect, it } from 'vitest';
import { mostEdited } from '#src/archive/most-edited.ts';
import type { Session } from '#src/format/session.ts';
import { filesOf, SESSIONS } from './edited-sessions.ts';

it('has the files of most sessions, the last edited one first of equals, and none outside of the project', () => {
  const inkwell = mostEdited(SESSIONS, filesOf, { slug: 'inkwell', most: 2 });
  expect(inkwell.map(({ path, sessions }) => [path, sessions])).toEqual([
    ['src/auth.ts', 2],
    ['tests/auth.ts', 1],
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
  expect(sums(newest ? [newest] : [])).toEqual([{ path: 'src/auth.ts', sessions: 1, added: 10, removed: 0 }]);
  expect(sums(SESSIONS)).toEqual([{ path: 'src/auth.ts', sessions: 2, added: 20, removed: 0 }]);
});
