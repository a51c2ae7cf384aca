import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { forwardSlashes } from './forward-slashes.ts';

/** Every file below a directory, by its path there with `/`; links are named and not followed. None if it is absent. */
export function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => forwardSlashes(join(entry.parentPath, entry.name).slice(join(directory, '/').length)));
  } catch {
    return [];
  }
}
