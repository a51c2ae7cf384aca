import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stampTree } from '#src/server/site-inputs.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it('sees every file that is added, changed, renamed, linked or removed, and nothing else', () => {
  const root = temporaryDirectory('stamps');
  const elsewhere = temporaryDirectory('linked');
  const at = (path: string) => join(root, path);
  mkdirSync(at('a/b'), { recursive: true });
  mkdirSync(at('skipped'));
  writeFileSync(at('a/b/file'), 'one');
  symlinkSync(elsewhere, at('link'));
  const stamp = () => stampTree([root, at('missing')], new Set([at('skipped')]));
  let last = stamp();
  expect(stamp()).toBe(last);
  const changes: [name: string, change: () => void][] = [
    ['added', () => writeFileSync(at('a/more'), 'two')],
    ['changed, with the same size and time', () => rewrite(at('a/b/file'))],
    ['renamed', () => renameSync(at('a/more'), at('a/other'))],
    ['removed', () => rmSync(at('a/other'))],
    ['added behind a link', () => writeFileSync(join(elsewhere, 'x'), '')],
    ['a directory', () => mkdirSync(at('empty'))],
    ['a broken link', () => symlinkSync(at('nowhere'), at('broken'))],
  ];
  for (const [name, change] of changes) {
    change();
    const now = stamp();
    expect(now, name).not.toBe(last);
    last = now;
  }
  writeFileSync(at('skipped/file'), '');
  expect(stamp()).toBe(last);
  // What a lock leaves.
  mkdirSync(at('a/.tmp'));
  writeFileSync(at('a/.tmp/one.tmp'), '');
  expect(stamp()).toBe(last);
  mkdirSync(at('skipped/below'));
  expect(stampTree([root, at('missing/more')], new Set([at('skipped')]))).toBe(last);
});

/** Replaced, as an editor does: another inode. */
function rewrite(path: string): void {
  const time = new Date(1_700_000_000_000);
  writeFileSync(`${path}.new`, 'two');
  utimesSync(`${path}.new`, time, time);
  renameSync(`${path}.new`, path);
}
