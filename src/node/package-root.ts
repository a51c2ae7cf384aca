import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the pages are. */
export function siteDirectory(): string {
  return join(packageRoot(), 'site');
}

/** The name of this package. */
const NAME = 'session-chronicle';

/**
 * The root directory of this package: a clone, a plugin copy or an installed package. If the bundles are there without the
 * pages, as in the copy that `chronicle init` makes, it is the directory of their package.json.
 */
export function packageRoot(): string {
  // Bundles are in another directory than this file, so the root is recognised by its content.
  return above((directory) => existsSync(join(directory, 'site/live.config.ts'))) ?? manifestDirectory();
}

/** The sample data that is shown until the owner has chronicles. */
export function sampleDirectory(): string {
  return join(packageRoot(), 'tests/fixtures/sample');
}

/** The version of this package; `unknown` for a bundle copied without its package.json. */
export function packageVersion(): string {
  return manifestIn(manifestDirectory())?.version ?? 'unknown';
}

function manifestDirectory(): string {
  return above((directory) => manifestIn(directory)?.name === NAME) ?? import.meta.dirname;
}

/** The nearest matching directory, going up from this file. */
function above(matches: (directory: string) => boolean): string | undefined {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    if (matches(directory)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

interface Manifest {
  name?: string;
  version?: string;
}

function manifestIn(directory: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
