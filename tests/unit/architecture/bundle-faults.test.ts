import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundleFaults } from '#scripts/package/bundle-faults.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function directoryOf(files: Record<string, string>): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}

it('finds nothing wrong with the bundles of a fresh build', () => {
  expect(bundleFaults(directoryOf({ 'log.cjs': '1' }), directoryOf({ 'log.cjs': '1' }))).toEqual([]);
});

it('names bundles that are old, missing or left over', () => {
  const fresh = directoryOf({ 'cli.mjs': '2', 'log.cjs': '1', 'stop.cjs': '1' });
  expect(bundleFaults(fresh, directoryOf({ 'cli.mjs': '1', 'log.cjs': '1', 'gone.cjs': '1' }))).toEqual([
    'hooks/dist/cli.mjs is not up to date. Run npm run bundle first.',
    'hooks/dist/stop.cjs is missing. Run npm run bundle first.',
    'hooks/dist/gone.cjs is packed, but npm run bundle does not make it. Delete it.',
  ]);
});
