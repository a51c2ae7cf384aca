import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOutput, type SiteOutput, settleSite, wholeSite } from '#src/server/site-output.ts';
import { walkSite } from '#src/server/walk-site.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const MARKER = '.session-chronicle.json';
const MADE = { key: 'k', roots: ['/a'], sessions: 1, problems: ['a.md:1:1: x'], broken: 1 };

function siteDirectory(): string {
  const path = join(temporaryDirectory('output'), 'site');
  mkdirSync(path);
  return path;
}

function put(directory: string, path: string, content = path): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), content);
}

function write(output: SiteOutput, ...paths: string[]): void {
  for (const path of paths) output.write(path, path);
}

function build(directory: string, ...paths: string[]): void {
  const output = openOutput(directory);
  write(output, ...paths);
  output.seal(MADE);
}

const filesBelow = (directory: string) => [...walkSite(directory, new Set([MARKER, '.git']))].sort();
const beside = (directory: string) => readdirSync(dirname(directory)).sort();

describe('openOutput', () => {
  it('makes a missing directory and its parents, for the owner only', () => {
    const directory = join(siteDirectory(), 'a/b');
    build(directory, 'index.html');
    expect(filesBelow(directory)).toEqual(['index.html']);
    expect([statSync(directory).mode & 0o077, statSync(dirname(directory)).mode & 0o077]).toEqual([0, 0]);
  });

  it("keeps the last site until the next is complete, then has its files, and Git's", () => {
    const directory = siteDirectory();
    put(directory, '.git/HEAD');
    build(directory, 'index.html', 'sessions/a/index.html');
    const output = openOutput(directory);
    write(output, 'new.html', 'sessions/index.html');
    expect(filesBelow(directory)).toEqual(['index.html', 'sessions/a/index.html']);
    output.seal(MADE);
    expect(filesBelow(directory)).toEqual(['new.html', 'sessions/index.html']);
    expect(readFileSync(join(directory, '.git/HEAD'), 'utf8')).toBe('.git/HEAD');
    expect(beside(directory)).toEqual(['site']);
  });

  it('replaces what a link leads to, and not the link', () => {
    const directory = siteDirectory();
    const link = `${directory}-link`;
    symlinkSync(directory, link);
    build(link, 'index.html');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(filesBelow(directory)).toEqual(['index.html']);
  });

  it('does not touch a file that comes out the same', () => {
    const directory = siteDirectory();
    build(directory, 'index.html', 'a/b.html');
    const inode = () => statSync(join(directory, 'index.html')).ino;
    const before = inode();
    build(directory, 'index.html');
    expect([inode(), filesBelow(directory)]).toEqual([before, ['index.html']]);
    put(directory, 'index.html', 'INDEX.HTML');
    build(directory, 'index.html');
    expect(readFileSync(join(directory, 'index.html'), 'utf8')).toBe('index.html');
  });

  it.each(['thesis.txt', 'sessions/thesis.txt', '.hidden'])(
    'refuses a directory with a foreign %s and removes nothing',
    (foreign) => {
      const directory = siteDirectory();
      put(directory, foreign);
      expect(() => openOutput(directory)).toThrow(
        expect.objectContaining({ code: 'CHRONICLE_NOT_OURS', message: expect.stringContaining(foreign) }),
      );
      expect([existsSync(join(directory, foreign)), beside(directory)]).toEqual([true, ['site']]);
    },
  );

  it('refuses its own directory if it has another file or link, also one that came during the build', () => {
    const directory = siteDirectory();
    build(directory, 'index.html', 'sessions/index.html');
    const output = openOutput(directory);
    symlinkSync('/etc', join(directory, 'sessions/link'));
    expect(() => output.seal(MADE)).toThrow('sessions/link');
    output.abandon();
    expect(() => openOutput(directory)).toThrow('sessions/link');
    expect([existsSync(join(directory, 'index.html')), beside(directory)]).toEqual([true, ['site']]);
  });

  it.each(['new', 'old'])('refuses a directory that is in the way as .site.%s, and removes nothing', (name) => {
    const directory = siteDirectory();
    put(dirname(directory), `.site.${name}/thesis.txt`);
    expect(() => openOutput(directory)).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_OURS' }));
    expect(existsSync(join(dirname(directory), `.site.${name}/thesis.txt`))).toBe(true);
  });

  it('refuses a second build while the first runs, and takes over from one that was killed', () => {
    const directory = siteDirectory();
    const running = (pid: number) => {
      const marker = { owner: { pid, started: null }, files: [] };
      put(dirname(directory), `.site.new/${MARKER}`, JSON.stringify(marker));
    };
    running(process.ppid);
    expect(() => openOutput(directory)).toThrow(expect.objectContaining({ code: 'CHRONICLE_BUSY' }));
    running(2 ** 22 + 1);
    build(directory, 'index.html');
    expect([filesBelow(directory), beside(directory)]).toEqual([['index.html'], ['site']]);
  });

  it.runIf(process.getuid?.() !== 0)('says that nothing can be written beside the site', () => {
    const directory = siteDirectory();
    chmodSync(dirname(directory), 0o500);
    expect(() => openOutput(directory)).toThrow(expect.objectContaining({ code: 'CHRONICLE_READ_ONLY' }));
    chmodSync(dirname(directory), 0o700);
  });

  it("refuses another program's directory at its first file, without reading all of it", () => {
    expect(() => openOutput('/')).toThrow(/^\/ contains files that `chronicle build` did not write/);
  });

  it('ignores a damaged marker, and refuses a file', () => {
    const directory = siteDirectory();
    build(directory, 'index.html');
    writeFileSync(join(directory, MARKER), '{"files": "all"}');
    expect(() => openOutput(directory)).toThrow('index.html');
    const file = join(directory, 'index.html');
    expect(() => openOutput(file)).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_OURS' }));
  });
});

describe('wholeSite', () => {
  it('is what was kept of the build, while exactly its files are there', () => {
    const directory = siteDirectory();
    expect(wholeSite(directory)).toBeNull();
    build(directory, 'a/index.html');
    expect(wholeSite(directory)).toEqual({ ...MADE, files: 1, bytes: 12 });
    put(directory, 'more.html');
    expect(wholeSite(directory)).toBeNull();
    rmSync(join(directory, 'more.html'));
    rmSync(join(directory, 'a/index.html'));
    expect(wholeSite(directory)).toBeNull();
  });
});

describe('settleSite', () => {
  it('waits for a running build, and puts back what a killed one had moved aside', () => {
    const directory = siteDirectory();
    build(directory, 'index.html');
    const aside = join(dirname(directory), '.site.old');
    const marker = (pid: number) => JSON.stringify({ owner: { pid, started: null }, files: [] });
    put(dirname(directory), `.site.new/${MARKER}`, marker(process.ppid));
    put(aside, MARKER, marker(1));
    expect(settleSite(directory)).toBe(true);
    rmSync(directory, { recursive: true });
    expect(settleSite(directory)).toBe(false);
    put(dirname(directory), `.site.new/${MARKER}`, marker(2 ** 22 + 1));
    expect([settleSite(directory), existsSync(directory), existsSync(aside)]).toEqual([true, true, false]);
  });
});
