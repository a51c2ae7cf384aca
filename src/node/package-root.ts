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

/** The archive that stands in for the owner's until they have one of their own. */
export function sampleRoot(): string {
  return join(packageRoot(), 'tests/fixtures/sample/projects');
}
