import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendLines } from '#src/lib/files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

describe('appendLines', () => {
  it('creates the file for its owner only, and appends to it', () => {
    const path = join(temporaryDirectory(), 'a.jsonl');
    appendLines(path, ['{"n":1}', '{"ü":2}']);
    appendLines(path, ['{"n":3}']);
    expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"ü":2}\n{"n":3}\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps half a line of a killed writer as a separate line', () => {
    const path = join(temporaryDirectory(), 'a.jsonl');
    writeFileSync(path, '{"n":1}\n{"n":');
    appendLines(path, ['{"n":3}']);
    expect(readFileSync(path, 'utf8')).toBe('{"n":1}\n{"n":\n{"n":3}\n');
  });

  it('refuses a directory and a link', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'folder'));
    writeFileSync(join(directory, 'target'), 'keep\n');
    symlinkSync('target', join(directory, 'link'));
    for (const name of ['folder', 'link']) expect(() => appendLines(join(directory, name), ['x'])).toThrow();
    expect(readFileSync(join(directory, 'target'), 'utf8')).toBe('keep\n');
  });
});
