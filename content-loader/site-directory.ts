import { join } from 'node:path';
import { packageRoot } from '#src/node/package-root.ts';

/** Where the pages are. */
export function siteDirectory(): string {
  return join(packageRoot(), 'site');
}
