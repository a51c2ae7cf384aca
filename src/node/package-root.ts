import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the pages are. */
export function siteDirectory(): string {
  return join(packageRoot(), 'site');
}

/** The name of this package. */
const NAME = 'session-chronicle';

/**
 * The directory that holds this package: a clone, a plugin copy or an installed package. Where the bundles lie
 * without the pages, as in the copy that `chronicle init` makes, it is the directory of their package.json.
 */
export function packageRoot(): string {
  // The bundles lie elsewhere than this file, so the root is known by what it holds.
  return above((directory) => existsSync(join(directory, 'site/live.config.ts'))) ?? manifestDirectory();
}

/** What stands in for the owner's Claude Code directory until there are chronicles in it. */
export function sampleDirectory(): string {
  return join(packageRoot(), 'tests/fixtures/sample');
}

/** The version of this package; `unknown` for a bundle that was copied alone. */
export function packageVersion(): string {
  return manifestIn(manifestDirectory())?.version ?? 'unknown';
}

function manifestDirectory(): string {
  return above((directory) => manifestIn(directory)?.name === NAME) ?? import.meta.dirname;
}

/** The nearest directory from this file upwards that is one of those wanted. */
function above(isWanted: (directory: string) => boolean): string | undefined {
  for (let directory = import.meta.dirname; ; directory = dirname(directory)) {
    if (isWanted(directory)) return directory;
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
