import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openOutput } from '#src/node/site/site-output.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function siteDirectory(): string {
  const base = temporaryDirectory('output');
  const path = join(base, 'site');
  mkdirSync(path);
  return path;
}

function put(directory: string, path: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), path);
}

/** The caches are next to the directory. */
function open(directory: string) {
  return openOutput(directory, `${directory}.cache/build`);
}

/** A build that writes `paths`, and completes unless it is interrupted. */
function build(directory: string, paths: string[], { isBrokenOff = false } = {}): void {
  const output = open(directory);
  for (const path of paths) put(directory, path);
  if (!isBrokenOff) output.seal();
}

/** Dates files to yesterday. */
function age(directory: string, ...paths: string[]): void {
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const path of paths) utimesSync(join(directory, path), yesterday, yesterday);
}

const visible = (directory: string) => readdirSync(directory).filter((name) => !name.startsWith('.'));

describe('openOutput', () => {
  it('creates a missing directory and its parents', () => {
    const directory = join(siteDirectory(), 'a/b');
    open(directory);
    expect(existsSync(directory)).toBe(true);
  });

  it("keeps the files of the last build until the next is complete, then removes all but Git's", () => {
    const directory = siteDirectory();
    mkdirSync(join(directory, '.git'));
    build(directory, ['index.html', 'sessions/a/index.html']);
    age(directory, 'index.html', 'sessions/a/index.html');
    const output = open(directory);
    expect(visible(directory)).toEqual(['index.html', 'sessions']);
    put(directory, 'new.html');
    output.seal();
    expect(readdirSync(directory).sort()).toEqual(['.git', '.session-chronicle.json', 'new.html']);
  });

  it('removes the files of an interrupted build', () => {
    const directory = siteDirectory();
    build(directory, ['index.html'], { isBrokenOff: true });
    age(directory, 'index.html');
    build(directory, []);
    expect(visible(directory)).toEqual([]);
  });

  it('removes the files of a build that is not in the caches', () => {
    const directory = siteDirectory();
    build(directory, ['index.html']);
    build(`${directory}.other`, ['index.html']);
    openOutput(`${directory}.other`, `${directory}.cache/build`).seal();
    open(directory);
    expect(visible(directory)).toEqual([]);
  });

  it('keeps files on request', () => {
    const directory = siteDirectory();
    build(directory, ['a/index.html', 'b/index.html']);
    age(directory, 'a/index.html', 'b/index.html');
    const output = open(directory);
    output.keep('b/index.html');
    output.seal();
    expect(visible(directory)).toEqual(['b']);
  });

  it('reads a file list without digests', () => {
    const directory = siteDirectory();
    put(directory, 'index.html');
    writeFileSync(join(directory, '.session-chronicle.json'), '{"files": ["index.html"]}');
    build(directory, ['new.html']);
    expect(visible(directory)).toEqual(['new.html']);
  });

  it('rewrites a file only if its digest changed', () => {
    const directory = siteDirectory();
    const written = (digest: string) => {
      const output = open(directory);
      const content = vi.fn(() => Buffer.from(digest));
      output.write('a/b.md', digest, content);
      output.seal();
      expect(readFileSync(join(directory, 'a/b.md'), 'utf8')).toBe(digest);
      age(directory, 'a/b.md');
      return content.mock.calls.length;
    };
    expect([written('1'), written('1'), written('2'), written('2')]).toEqual([1, 0, 1, 0]);
    rmSync(join(directory, 'a/b.md'));
    expect(written('2')).toBe(1);
  });

  it.each(['thesis.txt', 'sessions/thesis.txt', '.hidden'])(
    'refuses a directory with a foreign %s and removes nothing',
    (foreign) => {
      const directory = siteDirectory();
      put(directory, foreign);
      expect(() => open(directory)).toThrow(
        expect.objectContaining({ code: 'CHRONICLE_NOT_OURS', message: expect.stringContaining(foreign) }),
      );
      expect(existsSync(join(directory, foreign))).toBe(true);
    },
  );

  it('refuses its own directory if it contains another file or link', () => {
    const directory = siteDirectory();
    build(directory, ['index.html', 'sessions/index.html']);
    symlinkSync('/etc', join(directory, 'sessions/link'));
    expect(() => open(directory)).toThrow('sessions/link');
    expect(visible(directory)).toContain('index.html');
  });

  it("refuses another program's directory at its first file, without reading all of it", () => {
    expect(() => openOutput('/', '/nonexistent')).toThrow(/^\/ contains files that `chronicle build` did not write/);
  });

  it('ignores a damaged marker', () => {
    const directory = siteDirectory();
    build(directory, ['index.html']);
    writeFileSync(join(directory, '.session-chronicle.json'), '{"files": "all"}');
    expect(() => open(directory)).toThrow('index.html');
  });

  it('refuses a file', () => {
    const directory = siteDirectory();
    put(directory, 'file');
    expect(() => open(join(directory, 'file'))).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_OURS' }));
  });
});
