/** Sessions of two projects, and the files that they edited. */
import { describe, expect, it } from 'vitest';
import type { Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/facts.ts';
import { fileHistories, filesOnPage, insideFirst, isOutside, sessionsWithFile } from '#src/archive/file-histories.ts';
import { aSession } from './a-session.ts';

function aSessionWith(date: string, paths: string[], project = 'inkwell'): [Session, EditedFile[]] {
  const root = `/home/me/${project}`;
  const session = aSession({ date, project, id: `${project}-${date}` });
  return [
    { ...session, project: { ...session.project, root } },
    paths.map((path, index) => ({ path, added: 10 + index, removed: index })),
  ];
}

const FILES = new Map([
  aSessionWith('2026-09-16', ['src/auth.ts', 'tests/auth.ts', 'C:\\work\\Auth.ts']),
  aSessionWith('2026-09-15', ['lib/auth.ts', 'auth.ts'], 'larder'),
  aSessionWith('2026-09-14', ['src/auth.ts', 'docs/author.md']),
  aSessionWith('2026-09-13', []),
]);
/** Newest first. */
const SESSIONS = [...FILES.keys()];
const filesOf = (session: Session) => FILES.get(session) ?? [];

describe('fileHistories', () => {
  it('has the sessions and lines of each file, the latest edit first, files outside of the project last', () => {
    const found = fileHistories(SESSIONS, filesOf).map(({ project, path, edits, added, removed }) => [
      `${project.slug}/${path}`,
      edits.map(({ session, added, removed }) => `${session.chronicle.frontMatter.date} +${added} -${removed}`),
      `+${added} -${removed}`,
    ]);
    expect(found).toEqual([
      ['inkwell/src/auth.ts', ['2026-09-16 +10 -0', '2026-09-14 +10 -0'], '+20 -0'],
      ['inkwell/tests/auth.ts', ['2026-09-16 +11 -1'], '+11 -1'],
      ['larder/auth.ts', ['2026-09-15 +11 -1'], '+11 -1'],
      ['larder/lib/auth.ts', ['2026-09-15 +10 -0'], '+10 -0'],
      ['inkwell/docs/author.md', ['2026-09-14 +11 -1'], '+11 -1'],
      ['inkwell/C:\\work\\Auth.ts', ['2026-09-16 +12 -2'], '+12 -2'],
    ]);
  });
});

it('knows which files are outside of a project', () => {
  const windows = ['C:\\Temp\\a.txt', 'C:/Temp/a.txt', '\\\\host\\a'];
  const outside = ['/tmp/try.py', '/private/tmp/a/check.mjs', '~/notes.md', ...windows];
  const inside = ['src/auth.ts', 'tmp/a.txt', '.claude/settings.json', 'a'];
  expect([outside.filter(isOutside), inside.filter(isOutside)]).toEqual([outside, []]);
  const files = [...outside, ...inside].map((path) => ({ path }));
  expect(insideFirst(files).map(({ path }) => path)).toEqual([...inside, ...outside]);
});

it('puts the files that were edited last on a page, as many as have room', () => {
  const files = Array.from({ length: 4000 }, (_, i) => ({ path: `src/${i}.ts`, added: 1, removed: 0 }));
  expect(filesOnPage(SESSIONS.slice(0, 1), () => files)).toHaveLength(3000);
  expect(filesOnPage(SESSIONS, filesOf)).toEqual(fileHistories(SESSIONS, filesOf));
});

describe('sessionsWithFile', () => {
  function found(wanted: string): string[] {
    return sessionsWithFile(SESSIONS, wanted, filesOf).map(
      ({ session, files }) => `${session.id} ${files.map(({ path }) => path).join(' ')}`,
    );
  }

  it('finds exactly this path first, then paths that end in it', () => {
    expect(found('auth.ts')).toEqual([
      'larder-2026-09-15 lib/auth.ts auth.ts',
      'inkwell-2026-09-16 src/auth.ts tests/auth.ts C:\\work\\Auth.ts',
      'inkwell-2026-09-14 src/auth.ts',
    ]);
  });

  it.each(['src/auth.ts', './src/auth.ts', 'SRC\\Auth.ts', '/home/me/inkwell/src/auth.ts'])(
    'finds a file spelled %s',
    (wanted) => {
      expect(found(wanted)).toEqual(['inkwell-2026-09-16 src/auth.ts', 'inkwell-2026-09-14 src/auth.ts']);
    },
  );

  it('finds the files of a directory', () => {
    expect(found('docs/')).toEqual(['inkwell-2026-09-14 docs/author.md']);
    expect(found('/home/me/larder/lib/')).toEqual(['larder-2026-09-15 lib/auth.ts']);
  });

  it.each(['uth.ts', 'auth', '', '/', './'])('does not find %j', (wanted) => {
    expect(found(wanted)).toEqual([]);
  });
});
