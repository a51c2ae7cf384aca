import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepPageCode, keptPageCode } from '#src/node/site/page-code.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const ENTRY = 'code/prerender-entry.Ab12.mjs';

function kept(...more: string[]): string {
  const directory = temporaryDirectory('code');
  const place = join(directory, 'pages');
  for (const path of [ENTRY, 'code/chunks/a.mjs', 'site/_astro/a.css', 'site/favicon.svg', ...more]) {
    const file = join(directory, 'pages.new', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, path);
  }
  keepPageCode(join(directory, 'pages.new'), place, 'key');
  return place;
}

describe('keptPageCode', () => {
  it('finds the entry, and the files that every site needs', () => {
    const place = kept();
    const code = keptPageCode(place, 'key');
    expect(code?.entry).toBe(join(place, ENTRY));
    expect(code?.assets.map(({ path, source }) => [path, source]).sort()).toEqual([
      ['_astro/a.css', join(place, 'site/_astro/a.css')],
      ['favicon.svg', join(place, 'site/favicon.svg')],
    ]);
  });

  it('does not use what was compiled from something else', () => {
    expect(keptPageCode(kept(), 'other')).toBeNull();
  });

  it.each([ENTRY, 'code/chunks/a.mjs', 'site/_astro/a.css'])('does not use code of which %s has changed', (path) => {
    const place = kept();
    appendFileSync(join(place, path), ' ');
    expect(keptPageCode(place, 'key')).toBeNull();
    rmSync(join(place, path));
    expect(keptPageCode(place, 'key')).toBeNull();
  });

  it('finds nothing where nothing was kept, or where its list is damaged', () => {
    const place = kept();
    expect(keptPageCode(`${place}-not`, 'key')).toBeNull();
    writeFileSync(join(place, 'about.json'), '{"key": "key"}');
    expect(keptPageCode(place, 'key')).toBeNull();
  });

  it('takes the place of older code', () => {
    const place = kept();
    const compiled = `${place}.new`;
    mkdirSync(join(compiled, 'code'), { recursive: true });
    writeFileSync(join(compiled, 'code/prerender-entry.Cd34.mjs'), '');
    expect(keepPageCode(compiled, place, 'later')?.assets).toEqual([]);
    expect([keptPageCode(place, 'key'), keptPageCode(place, 'later')?.entry]).toEqual([
      null,
      join(place, 'code/prerender-entry.Cd34.mjs'),
    ]);
  });
});
