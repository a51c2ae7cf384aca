/* Messages name the file that people know, not a temporary one. */
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFile, namingFile, namingTarget, replaceFile, writeTemporary } from '#src/lib/files.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return sentenceOf(error);
  }
  throw new Error('It did not fail.');
}

const isRoot = process.getuid?.() === 0;

describe('the message of a failed write', () => {
  it('names the link that is in place of the file', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'a.md');
    writeFileSync(join(directory, 'target.md'), 'x\n');
    symlinkSync('target.md', path);
    const message = messageOf(() =>
      replaceFile(
        path,
        100,
        () => 'y',
        () => true,
      ),
    );
    expect(message).toBe(`A symbolic link is in place of a file: ${path}.`);
    expect(readdirSync(join(directory, '.tmp'))).toEqual([]);
  });

  it('names the file that could not be linked into place', () => {
    const directory = temporaryDirectory();
    const name = 'a'.repeat(300);
    const message = messageOf(() => createFile(directory, () => name, 'x'));
    expect(message).toBe(`System error ENAMETOOLONG: ${join(directory, name)}.`);
  });

  it.skipIf(isRoot)('names the file that should have been created', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, '.tmp'));
    chmodSync(join(directory, '.tmp'), 0o500);
    const path = join(directory, 'a.md');
    expect(messageOf(() => createFile(directory, () => 'a.md', 'x'))).toBe(`Permission denied: ${path}.`);
    expect(messageOf(() => writeTemporary(directory, 'x'))).toBe(`Permission denied: ${directory}.`);
  });

  it('names the file where the system names none, as on a full disk', () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    const fail = () => {
      throw full;
    };
    expect(messageOf(() => namingFile('/d/a.md', '/d', fail))).toBe('The disk is full: /d/a.md.');
  });

  it('names the file in place of a temporary one next to it', () => {
    const failing = (more: object) => () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', ...more });
    };
    const message = (more: object) => messageOf(() => namingTarget('/d/a.md', '/d/.x.tmp', failing(more)));
    expect(message({ path: '/d/.x.tmp' })).toBe('Permission denied: /d/a.md.');
    expect(message({})).toBe('Permission denied: /d/a.md.');
    expect(message({ path: '/d/b.md' })).toBe('Permission denied: /d/b.md.');
  });

  it('keeps the path of any other file', () => {
    const other = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path: '/e/b.md' });
    const fail = () => {
      throw other;
    };
    expect(messageOf(() => namingFile('/d/a.md', '/d', fail))).toBe('Permission denied: /e/b.md.');
  });
});
