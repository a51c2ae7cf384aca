import { describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { movedCheckouts } from '#src/setup/check-archive.ts';
import { scanChronicles } from '#src/setup/recording.ts';
import { ON_DISK } from '#src/lib/checkout.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { factsPath, type Paths } from '#src/lib/paths.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aConfig, put, putChronicle } from './a-config.ts';

function moved(paths: Paths, here: string) {
  return movedCheckouts(scanChronicles(paths), ON_DISK, here);
}

describe('movedCheckouts', () => {
  it('names a checkout that is gone, with the only one of the same name that is there', () => {
    const paths = aConfig();
    const there = `${paths.config}/code/shop`;
    put(`${there}/README.md`, '');
    putChronicle(paths, 'one', '2026-11-01T10:00:00Z', { directory: '-old-shop', cwd: '/old/shop' });
    putChronicle(paths, 'two', '2026-11-02T10:00:00Z', { directory: directoryName(there), cwd: there });
    putChronicle(paths, 'three', '2026-11-02T10:00:00Z', { directory: '-old-blog', cwd: '/old/blog' });
    expect(moved(paths, there)).toEqual([{ old: '/old/shop', path: there, remote: '' }]);
  });

  it('knows a renamed checkout without sessions by its remote', () => {
    const paths = aConfig();
    const here = `${paths.config}/code/store`;
    put(`${here}/.git/config`, '[remote "origin"]\n\turl = git@github.com:me/shop.git\n');
    const chronicle = putChronicle(paths, 'one', '2026-11-01T10:00:00Z', { directory: '-old-shop', cwd: '/old/shop' });
    put(factsPath(chronicle), serializeFacts(someFacts({ head: { remote: 'github.com/me/shop' } })));
    expect(moved(paths, here)).toEqual([{ old: '/old/shop', path: here, remote: 'github.com/me/shop' }]);
  });
});
