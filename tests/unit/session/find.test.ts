import fs, { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findByIndex } from '#src/record/find.ts';
import { indexedPath, writeIndexEntry } from '#src/record/index-entry.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** A session in the index, and functions to write the file that its entry names. */
function indexed() {
  const layout = layoutOf(temporaryDirectory('find'));
  writeIndexEntry(layout, 'mine', '-project', '2026-03-24-main.md');
  const path = indexedPath(layout, 'mine') ?? '';
  mkdirSync(dirname(path), { recursive: true });
  return {
    path,
    find: () => findByIndex(layout, 'mine'),
    write: (text: string) => writeFileSync(path, text),
    writeFor: (id: string) => writeFileSync(path, `---\nsession_id: ${id}\n---\n`),
  };
}

/** Runs `work` just before code asks for the nth time whether `path` exists. */
function beforeLookAt(path: string, nth: number, work: () => void) {
  const { lstatSync } = fs;
  let looks = 0;
  vi.spyOn(fs, 'lstatSync').mockImplementation(((asked: string, options: object) => {
    if (asked === path && ++looks === nth) work();
    return lstatSync(asked, options);
  }) as typeof lstatSync);
  syncBuiltinESMExports();
}

/** Makes a directory look as if nothing was created or deleted in it for a minute. */
function leaveAlone(directory: string) {
  const past = new Date(Date.now() - 60_000);
  utimesSync(directory, past, past);
}

describe('findByIndex', () => {
  it.each([1, 2])('does not use or reject a file that another session creates before check %i', (nth) => {
    const { path, find, writeFor } = indexed();
    beforeLookAt(path, nth, () => writeFor('another'));
    expect(find()).toBeNull();
  });

  it('reads a file that an editor saves between two looks', () => {
    const { path, find, writeFor } = indexed();
    beforeLookAt(path, 1, () => writeFor('mine'));
    expect(find()).toBe(path);
  });

  it('does not wait for a file that was deleted a while ago, or whose directory is gone', () => {
    const { path, find } = indexed();
    const wait = vi.spyOn(Atomics, 'wait');
    leaveAlone(dirname(path));
    expect(find()).toBeNull();
    rmSync(dirname(path), { recursive: true });
    expect(find()).toBeNull();
    expect(wait).not.toHaveBeenCalled();
  });

  it('waits for an editor that has moved the file away to save it', () => {
    const { path, find, writeFor } = indexed();
    const { wait } = Atomics;
    let pauses = 0;
    vi.spyOn(Atomics, 'wait').mockImplementation(((...args: Parameters<typeof wait>) => {
      if (++pauses === 3) writeFor('mine');
      return wait(...args);
    }) as typeof wait);
    expect(find()).toBe(path);
    expect(pauses).toBe(3);
  });

  it('gives up on a file that stays without front matter', () => {
    const { find, write } = indexed();
    write('nothing to see');
    expect(find).toThrow(expect.objectContaining({ code: 'CHRONICLE_BROKEN' }));
  });
});
