import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { clearOutput, sealOutput } from '../../../src/node/site-output.ts';

function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'chronicle-output-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function put(directory: string, path: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), path);
}

/** What a build does: everything in `paths`, begun and, unless it is broken off, finished. */
function build(directory: string, paths: string[], { isBrokenOff = false } = {}): void {
  clearOutput(directory);
  for (const path of paths) put(directory, path);
  if (!isBrokenOff) sealOutput(directory);
}

const visible = (directory: string) => readdirSync(directory).filter((name) => !name.startsWith('.'));

describe('clearOutput', () => {
  it('makes a directory that is absent, with those above it', () => {
    const directory = join(temporaryDirectory(), 'a/b');
    clearOutput(directory);
    expect(existsSync(directory)).toBe(true);
  });

  it('removes what an earlier build wrote, and nothing of Git', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, '.git'));
    build(directory, ['index.html', 'sessions/a/index.html']);
    clearOutput(directory);
    expect(readdirSync(directory).sort()).toEqual(['.git', '.session-chronicle.json']);
  });

  it('removes what a build left that was broken off', () => {
    const directory = temporaryDirectory();
    build(directory, ['index.html'], { isBrokenOff: true });
    clearOutput(directory);
    expect(visible(directory)).toEqual([]);
  });

  it.each(['thesis.txt', 'sessions/thesis.txt', '.hidden'])(
    'refuses a directory with a foreign %s and removes nothing',
    (foreign) => {
      const directory = temporaryDirectory();
      put(directory, foreign);
      expect(() => clearOutput(directory)).toThrow(
        expect.objectContaining({ code: 'CHRONICLE_NOT_OURS', message: expect.stringContaining(foreign) }),
      );
      expect(existsSync(join(directory, foreign))).toBe(true);
    },
  );

  it('refuses its own directory once somebody has added a file or a link', () => {
    const directory = temporaryDirectory();
    build(directory, ['index.html', 'sessions/index.html']);
    symlinkSync('/etc', join(directory, 'sessions/link'));
    expect(() => clearOutput(directory)).toThrow('sessions/link');
    expect(visible(directory)).toContain('index.html');
  });

  it('does not believe a marker that is damaged', () => {
    const directory = temporaryDirectory();
    build(directory, ['index.html']);
    writeFileSync(join(directory, '.session-chronicle.json'), '{"files": "all"}');
    expect(() => clearOutput(directory)).toThrow('index.html');
  });

  it('refuses a file', () => {
    const directory = temporaryDirectory();
    put(directory, 'file');
    expect(() => clearOutput(join(directory, 'file'))).toThrow(expect.objectContaining({ code: 'CHRONICLE_NOT_OURS' }));
  });
});
