import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { KeptGroupings } from '#src/memory/misses/miss-groups.ts';
import { readGroupings, writeGroupings } from '#src/node/memory/groupings-file.ts';
import { layoutOf } from '#src/project/paths.ts';

const GROUPINGS: KeptGroupings = new Map([
  ['constructor', { words: ['clock'], misses: [], groups: [{ misses: 1, because: 'it is one', name: 'a\nb' }] }],
]);

describe('the file of groupings', () => {
  const layout = layoutOf(mkdtempSync(join(tmpdir(), 'groupings-')));
  const file = `${layout.cache}/groupings.json`;

  it('keeps them for the same version, for the owner only', () => {
    expect(readGroupings(layout, '1')).toEqual(new Map());
    writeGroupings(layout, '1', GROUPINGS);
    expect(readGroupings(layout, '1')).toEqual(GROUPINGS);
    expect(readGroupings(layout, '2')).toEqual(new Map());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not written again for the same groupings', () => {
    chmodSync(file, 0o640);
    const { ino, mtimeMs } = statSync(file);
    writeGroupings(layout, '1', GROUPINGS);
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  });

  it('is ignored when damaged', () => {
    const whole = readFileSync(file, 'utf8');
    for (const damaged of ['', whole.slice(0, -20), whole.replace('clock', 'block'), `1\n{}`, '\n\n\n']) {
      writeFileSync(file, damaged);
      expect(readGroupings(layout, '1')).toEqual(new Map());
    }
  });

  it('is done without where it cannot be written', () => {
    const blocked = layoutOf(mkdtempSync(join(tmpdir(), 'groupings-')));
    writeFileSync(blocked.state, 'a file');
    writeGroupings(blocked, '1', GROUPINGS);
    expect(readGroupings(blocked, '1')).toEqual(new Map());
  });
});
