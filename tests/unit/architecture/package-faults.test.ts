import { describe, expect, it } from 'vitest';
import { packageFaults } from '#scripts/package/package-faults.ts';

const GOOD = [
  'package.json',
  'bin/chronicle',
  'hooks/dist/cli.mjs',
  'hooks/dist/gate-hook.cjs',
  'site/pages/index.astro',
  'src/index/record.ts',
];
const NEEDED = new Set(['src/index/record.ts']);
const filesOf = (...paths: string[]) => paths.map((path) => ({ path, size: 1000 }));

describe('packageFaults', () => {
  it('accepts what an installed package needs', () => {
    expect(packageFaults(filesOf(...GOOD), NEEDED)).toEqual([]);
  });

  it.each([
    'tests/unit/usage.test.ts',
    'src/index/record.test.ts',
    'hooks/dist/cli.mjs.map',
    'AGENTS.md',
    '.npmrc',
    'site/.env',
    'skill/session-retro/key.pem',
    'tests/fixtures/sample/session-chronicle/log.jsonl.log',
    'hooks/chronicle.ts',
  ])('refuses %s', (path) => {
    expect(packageFaults(filesOf(...GOOD, path), NEEDED)).toEqual([expect.stringContaining(`${path} has no place`)]);
  });

  it('reports a missing source that a page imports', () => {
    expect(packageFaults(filesOf(...GOOD), new Set([...NEEDED, 'src/node/doctor/recording.ts']))).toEqual([
      expect.stringContaining('src/node/doctor/recording.ts is missing'),
    ]);
  });

  it('reports a source folder that no page needs', () => {
    expect(packageFaults(filesOf(...GOOD, 'src/record/plan.ts'), NEEDED)).toEqual([
      'src/record is packed, and pages import nothing of it.',
    ]);
  });

  it('refuses a large file, unless it is the bundle', () => {
    const large = (path: string) => ({ path, size: 1_200_001 });
    expect(packageFaults([...filesOf(...GOOD), large('hooks/dist/cli.mjs')], NEEDED)).toEqual([]);
    expect(packageFaults([...filesOf(...GOOD), large('site/logo.png')], NEEDED)).toHaveLength(1);
  });
});
