/* Messages name the file that people know, not a temporary one. */
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { naming, replaceFile } from '#src/lib/files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return sentenceOf(error);
  }
  throw new Error('It did not fail.');
}

describe('the message of a failed write', () => {
  it('names the link that is in place of the file', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'a.md');
    writeFileSync(join(directory, 'target.md'), 'x\n');
    symlinkSync('target.md', path);
    const same = (text: string) => text;
    const message = messageOf(() => replaceFile(path, 100, same, () => true));
    expect(message).toBe(`A symbolic link is in place of a file: ${path}.`);
    expect(readdirSync(join(directory, '.tmp'))).toEqual([]);
  });

  it('names the file where the system names none, as on a full disk', () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    const fail = () => {
      throw full;
    };
    expect(messageOf(() => naming('/d/a.md', '/d/.tmp', fail))).toBe('The disk is full: /d/a.md.');
  });
});
