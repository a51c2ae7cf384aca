import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AddressBook } from '#src/lib/addresses.ts';
import { PATHS_ALONE, type Placement, projectsOf } from '#src/lib/project.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const session = (cwd: string, started: string): Placement => ({
  ...{ cwd, started, directory: cwd.replaceAll('/', '-') },
});

/** The slugs of sessions' projects by path, as a process gives them that has the file at `path`. */
function slugsOf(path: string, sessions: readonly Placement[], moved: [string, string][] = []): Record<string, string> {
  const book = new AddressBook(path);
  let projects = new Set<ReturnType<typeof projectsOf>[number]>();
  book.keep(() => {
    projects = new Set(projectsOf(sessions, { ...PATHS_ALONE, moved: new Map(moved), slugs: book.slugs }));
    return projects;
  });
  return Object.fromEntries([...projects].map(({ root, slug }) => [root ?? '', slug]));
}

const newPath = () => join(temporaryDirectory(), 'state/addresses.jsonl');
const HERE = session('/home/me/larder', '2026-03-02T10:00:00Z');
const OLDER = session('/home/me/old/larder', '2025-01-01T10:00:00Z');

describe('AddressBook', () => {
  it('keeps the slug of a project when an older one of the same name is imported later', () => {
    const path = newPath();
    expect(slugsOf(path, [HERE])).toEqual({ '/home/me/larder': 'larder' });
    const both = slugsOf(path, [HERE, OLDER]);
    expect(both['/home/me/larder']).toBe('larder');
    expect(both['/home/me/old/larder']).toMatch(/^larder-[0-9a-f]{4}$/);
    expect(slugsOf(path, [OLDER, HERE])).toEqual(both);
  });

  it('gives the slug of a project that is gone to no other', () => {
    const path = newPath();
    slugsOf(path, [HERE]);
    const slug = slugsOf(path, [OLDER])['/home/me/old/larder'];
    expect(slug).not.toBe('larder');
    expect(slugsOf(path, [HERE, OLDER])).toEqual({ '/home/me/larder': 'larder', '/home/me/old/larder': slug });
  });

  it('lets a moved checkout take its slug along', () => {
    const path = newPath();
    slugsOf(path, [HERE]);
    const moved: [string, string] = ['/home/me/larder', '/home/me/pantry'];
    const there = session('/home/me/pantry', '2026-04-01T10:00:00Z');
    expect(slugsOf(path, [HERE, there], [moved])).toEqual({ '/home/me/pantry': 'larder' });
    // Should they be two again, the older one keeps it.
    expect(slugsOf(path, [HERE, there])).toEqual({
      '/home/me/larder': 'larder',
      '/home/me/pantry': expect.stringMatching(/^pantry/),
    });
  });

  it.each([
    ['no JSON', 'x\n{"slug":1}\n[]\n{}\n'],
    ['a slug that would leave its directory', '{"slug":"../../x","place":"/home/me/larder"}\n'],
    ['a slug that is no word', '{"slug":"<b>","place":"/home/me/larder"}\n{"slug":"","place":"/home/me/larder"}\n'],
    ['a name of an object', '{"__proto__":{"slug":"x"},"place":"__proto__","slug":"constructor"}\n'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x0a])],
  ])('ignores lines with %s', (_, content) => {
    const path = newPath();
    mkdirSync(dirname(path));
    writeFileSync(path, content);
    expect(slugsOf(path, [HERE])).toEqual({ '/home/me/larder': 'larder' });
    expect(slugsOf(path, [HERE, OLDER])['/home/me/larder']).toBe('larder');
  });

  it('leaves a link, a directory and a huge file alone, and gives slugs without them', () => {
    const [link, directory, huge] = [newPath(), newPath(), newPath()];
    for (const path of [link, directory, huge]) mkdirSync(dirname(path));
    const target = join(dirname(link), 'elsewhere');
    symlinkSync(target, link);
    mkdirSync(directory);
    writeFileSync(huge, '');
    truncateSync(huge, 17 * 1024 * 1024);
    for (const path of [link, directory, huge]) expect(slugsOf(path, [HERE])).toEqual({ '/home/me/larder': 'larder' });
    expect(existsSync(target)).toBe(false);
  });

  it('loses and doubles nothing with four processes at once', async () => {
    const path = newPath();
    const program = (n: number) => `
      import { AddressBook } from '#src/lib/addresses.ts';
      import { PATHS_ALONE, projectsOf } from '#src/lib/project.ts';
      for (let i = 0; i < 10; i++) {
        const cwd = '/home/me/${n}-' + i + '/larder';
        const book = new AddressBook(${JSON.stringify(path)});
        book.keep(() => projectsOf([{ cwd, directory: cwd, started: '2026-01-01' }], { ...PATHS_ALONE, slugs: book.slugs }));
      }`;
    const words = ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval'];
    await Promise.all([1, 2, 3, 4].map((n) => promisify(execFile)(process.execPath, [...words, program(n)])));
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ place }) => place)).size).toBe(40);
    expect(new Set(lines.map(({ slug }) => slug)).size).toBe(40);
    expect(lines).toHaveLength(40);
  });
});
