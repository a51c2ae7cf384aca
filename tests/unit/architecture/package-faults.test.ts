import { describe, expect, it } from 'vitest';
import { packageFaults } from '#scripts/package-faults.ts';

const GOOD = [
  'package.json',
  'bin/chronicle',
  'hooks/dist/cli.mjs',
  'hooks/dist/gate-hook.cjs',
  'pages/server/entry.mjs',
  'pages/client/_astro/page.CbyCg-hg.js',
];
const filesOf = (...paths: string[]) => paths.map((path) => ({ path, size: 1000 }));

describe('packageFaults', () => {
  it('accepts what an installed package needs', () => {
    expect(packageFaults(filesOf(...GOOD))).toEqual([]);
  });

  it.each([
    'tests/unit/usage.test.ts',
    'src/index/record.test.ts',
    'hooks/dist/cli.mjs.map',
    'AGENTS.md',
    '.npmrc',
    'pages/client/.env',
    'pages/cache/data-store.json',
    'site/pages/index.astro',
    'src/index/record.ts',
    'skill/session-retro/key.pem',
    'tests/fixtures/sample/session-chronicle/log.jsonl.log',
    'hooks/chronicle.ts',
  ])('refuses %s', (path) => {
    expect(packageFaults(filesOf(...GOOD, path))).toEqual([expect.stringContaining(`${path} has no place`)]);
  });

  it('reports missing pages', () => {
    expect(packageFaults(filesOf('package.json'))).toEqual([expect.stringContaining('entry.mjs is missing')]);
  });

  it('refuses a large file, unless it is the bundle', () => {
    const large = (path: string) => ({ path, size: 1_200_001 });
    expect(packageFaults([...filesOf(...GOOD), large('hooks/dist/cli.mjs')])).toEqual([]);
    expect(packageFaults([...filesOf(...GOOD), large('pages/client/logo.svg')])).toHaveLength(1);
  });
});
