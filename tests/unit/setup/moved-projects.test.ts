import { describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { movedCheckouts } from '#src/setup/moved-projects.ts';
import { scanChronicles } from '#src/setup/recording.ts';
import { ON_DISK } from '#src/lib/checkout.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { factsPath, type Layout } from '#src/lib/paths.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aConfig, put, putChronicle } from './a-config.ts';

function moved(layout: Layout, here: string) {
  return movedCheckouts(scanChronicles(layout), ON_DISK, here);
}

describe('movedCheckouts', () => {
  it('names a checkout that is gone, with the only one of the same name that is there', () => {
    const layout = aConfig();
    const there = `${layout.config}/code/shop`;
    put(`${there}/README.md`, '');
    putChronicle(layout, 'one', '2026-11-01T10:00:00Z', { directory: '-old-shop', cwd: '/old/shop' });
    putChronicle(layout, 'two', '2026-11-02T10:00:00Z', { directory: directoryName(there), cwd: there });
    putChronicle(layout, 'three', '2026-11-02T10:00:00Z', { directory: '-old-blog', cwd: '/old/blog' });
    expect(moved(layout, there)).toEqual([{ old: '/old/shop', path: there, remote: '' }]);
  });

  it('knows a renamed checkout without sessions by its remote', () => {
    const layout = aConfig();
    const here = `${layout.config}/code/store`;
    put(`${here}/.git/config`, '[remote "origin"]\n\turl = git@github.com:me/shop.git\n');
    const chronicle = putChronicle(layout, 'one', '2026-11-01T10:00:00Z', { directory: '-old-shop', cwd: '/old/shop' });
    put(factsPath(chronicle), serializeFacts(someFacts({ head: { remote: 'github.com/me/shop' } })));
    expect(moved(layout, here)).toEqual([{ old: '/old/shop', path: here, remote: 'github.com/me/shop' }]);
  });
});
