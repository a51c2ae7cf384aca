import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory that holds this package: a clone, a plugin copy or an installed package. */
export function packageRoot(): string {
  let directory = import.meta.dirname;
  // The bundles lie elsewhere than this file, so the root is known by what it holds.
  while (!existsSync(join(directory, 'site/live.config.ts')) && dirname(directory) !== directory) {
    directory = dirname(directory);
  }
  return directory;
}

/** What stands in for the owner's Claude Code directory until there are chronicles in it. */
export function sampleDirectory(): string {
  return join(packageRoot(), 'tests/fixtures/sample');
}
