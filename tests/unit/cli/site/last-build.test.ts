import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { BuildInputs } from '#src/cli/site/last-build.ts';
import { layoutOf } from '#src/project/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it.each([
  ['its cache is a file', 'cache', (path: string) => writeFileSync(path, '')],
  ['a directory is in its place', 'cache/last-build.json', (path: string) => mkdirSync(path)],
])('does not fail a finished build if %s', (_, name, put) => {
  const config = temporaryDirectory();
  const path = join(config, 'session-chronicle', name);
  mkdirSync(dirname(path), { recursive: true });
  put(path);
  const world = { env: {}, home: config, cwd: config, now: () => new Date(), host: 'quarrel', parentPid: 1 };
  const outDir = join(config, 'site');
  const inputs = new BuildInputs(world, layoutOf(config), { outDir, isSample: false, hasSearch: false, roots: [] });
  const size = { files: 1, bytes: 1, build: 'b' };
  const shown = { roots: [], sessions: 0, problems: [], broken: 0, checkouts: inputs.checkouts([]) };
  expect(() => inputs.finish(size, shown)).not.toThrow();
  expect(inputs.unchanged()).toBeNull();
});
