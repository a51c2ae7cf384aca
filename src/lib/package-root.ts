import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the sources of pages are, in a clone. */
export function siteDirectory(): string {
  return join(packageRoot(), 'site');
}

/** The name of this package. */
const NAME = 'session-chronicle';

/** The root directory of this package: a clone, an installed package, a plugin copy, or the copy that `chronicle init` makes. */
export function packageRoot(): string {
  // Bundles and compiled pages are in other directories than this file, so the root is recognised by its content.
  return above((directory) => manifestIn(directory)?.name === NAME) ?? import.meta.dirname;
}

/** The sample data that is shown until the owner has chronicles. */
export function sampleDirectory(): string {
  return join(packageRoot(), 'tests/fixtures/sample');
}

/** The version of this package; `unknown` for a bundle copied without its package.json. */
export function packageVersion(): string {
  return manifestIn(packageRoot())?.version ?? 'unknown';
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
