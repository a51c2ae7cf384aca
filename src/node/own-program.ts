import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

/** Our own code for another process or thread: its source where sources run, as in a clone, and its bundle elsewhere. */
export function ownProgram({ source, bundle }: { source: string; bundle: string }): string {
  return join(packageRoot(), import.meta.filename.endsWith('.ts') ? source : `hooks/dist/${bundle}.mjs`);
}
