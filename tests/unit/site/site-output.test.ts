import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasWholeSite, openOutput, type SiteOutput } from '#src/node/site/site-output.ts';
import { walkSite } from '#src/node/site/walk-site.ts';
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

function write(output: SiteOutput, ...paths: string[]): void {
  for (const path of paths) output.write(path, path, () => Buffer.from(path));
}

/** A build of `paths`, which completes unless it is interrupted. */
function build(directory: string, paths: string[], { isBrokenOff = false } = {}): void {
  const output = openOutput(directory);
  write(output, ...paths);
  if (!isBrokenOff) output.seal();
}

const visible = (directory: string) => readdirSync(directory).filter((name) => !name.startsWith('.'));

const filesBelow = (directory: string) => [...walkSite(directory, new Set(visibleNot(directory)))].sort();
const visibleNot = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('.'));

describe('openOutput', () => {
  it('creates a missing directory and its parents', () => {
    const directory = join(siteDirectory(), 'a/b');
    openOutput(directory);
    expect(existsSync(directory)).toBe(true);
  });

  it("keeps the last site until the next is complete, then removes all but Git's", () => {
    const directory = siteDirectory();
    mkdirSync(join(directory, '.git'));
    build(directory, ['index.html', 'sessions/a/index.html']);
    const output = openOutput(directory);
    write(output, 'new.html');
    write(output, 'sessions/index.html');
    expect(filesBelow(directory)).toEqual(['index.html', 'sessions/a/index.html']);
    output.seal();
    expect(filesBelow(directory)).toEqual(['new.html', 'sessions/index.html']);
    expect(readdirSync(directory).sort()).toEqual(['.git', '.session-chronicle.json', 'new.html', 'sessions']);
  });

  it('leaves the last site as it is if a build is interrupted or fails', () => {
    const directory = siteDirectory();
    build(directory, ['index.html']);
    build(directory, ['other.html'], { isBrokenOff: true });
    expect(filesBelow(directory)).toEqual(['index.html']);
    const output = openOutput(directory);
    write(output, 'other.html');
    output.abandon();
    expect(readdirSync(directory).sort()).toEqual(['.session-chronicle.json', 'index.html']);
    build(directory, ['index.html', 'third.html']);
    expect(filesBelow(directory)).toEqual(['index.html', 'third.html']);
  });

  it('takes over a directory in which an older version was interrupted', () => {
    const directory = siteDirectory();
    put(directory, 'index.html');
    put(directory, 'sessions/a/index.html');
    writeFileSync(join(directory, '.session-chronicle.json'), '{"files": null}');
    build(directory, ['new.html']);
    expect(filesBelow(directory)).toEqual(['new.html']);
  });

  it('keeps a file with its key, and no other', () => {
    const directory = siteDirectory();
    const built = (key: string) => {
      const output = openOutput(directory);
      const isKept = output.reuse('a/index.html', key);
      output.write('a/index.html', key, () => Buffer.from(key));
      output.seal();
      return isKept;
    };
    expect([built('1'), built('1'), built('2'), built('2')]).toEqual([false, true, false, true]);
    rmSync(join(directory, 'a/index.html'));
    expect([built('2'), built('2')]).toEqual([false, true]);
    expect(openOutput(directory).reuse('a/index.html', '')).toBe(false);
  });

  it('does not touch a file that comes out the same', () => {
    const directory = siteDirectory();
    build(directory, ['index.html', 'a/b.html']);
    const inode = () => statSync(join(directory, 'index.html')).ino;
    const before = inode();
    build(directory, ['index.html']);
    expect([inode(), filesBelow(directory)]).toEqual([before, ['index.html']]);
  });

  it('puts a directory where a file was, and the other way round', () => {
    const directory = siteDirectory();
    build(directory, ['a', 'b/c', 'd/e']);
    build(directory, ['a/x', 'b', 'd/e']);
    expect(filesBelow(directory)).toEqual(['a/x', 'b', 'd/e']);
  });

  it('says how large the site is, also after changes', () => {
    const directory = siteDirectory();
    build(directory, ['index.html', 'a/b.html', 'gone.html']);
    const output = openOutput(directory);
    write(output, 'index.html');
    write(output, 'c/new.html');
    output.write('a/b.html', '1', () => Buffer.from('longer than its path'));
    expect(output.seal()).toMatchObject({ files: 3, bytes: 10 + 10 + 20 });
    rmSync(join(directory, 'c/new.html'));
    expect(openOutput(directory).seal()).toMatchObject({ files: 0, bytes: 0 });
  });

  it('knows a whole site by the id of its build', () => {
    const directory = siteDirectory();
    const output = openOutput(directory);
    write(output, 'a/index.html');
    const { build: id } = output.seal();
    expect([hasWholeSite(directory, id), hasWholeSite(directory, 'other')]).toEqual([true, false]);
    put(directory, 'more.html');
    expect(hasWholeSite(directory, id)).toBe(false);
    rmSync(join(directory, 'more.html'));
    rmSync(join(directory, 'a/index.html'));
    expect(hasWholeSite(directory, id)).toBe(false);
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
      const output = openOutput(directory);
      const content = vi.fn(() => Buffer.from(digest));
      output.write('a/b.md', digest, content);
      output.seal();
      expect(readFileSync(join(directory, 'a/b.md'), 'utf8')).toBe(digest);
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
      expect(() => openOutput(directory)).toThrow(
        expect.objectContaining({ code: 'CHRONICLE_NOT_OURS', message: expect.stringContaining(foreign) }),
      );
      expect(existsSync(join(directory, foreign))).toBe(true);
    },
  );

  it('refuses its own directory if it contains another file or link', () => {
    const directory = siteDirectory();
    build(directory, ['index.html', 'sessions/index.html']);
    symlinkSync('/etc', join(directory, 'sessions/link'));
    expect(() => openOutput(directory)).toThrow('sessions/link');
    expect(visible(directory)).toContain('index.html');
  });

  it("refuses another program's directory at its first file, without reading all of it", () => {
    expect(() => openOutput('/')).toThrow(/^\/ contains files that `chronicle build` did not write/);
  });

  it('ignores a damaged marker', () => {
    const directory = siteDirectory();
    build(directory, ['index.html']);
    writeFileSync(join(directory, '.session-chronicle.json'), '{"files": "all"}');
    expect(() => openOutput(directory)).toThrow('index.html');
  });

  it('refuses a file', () => {
    const directory = siteDirectory();
    put(directory, 'file');
    expect(() => openOutput(join(directory, 'file'))).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_OURS' }));
  });
});
