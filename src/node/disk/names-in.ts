import { readdirSync } from 'node:fs';
import { isErrno } from '#src/project/chronicle-error.ts';

/** The names in a directory, sorted; none where it is missing or may not be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

/** The names in a directory, sorted; none where it is missing. Throws where it may not be read. */
export function readNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
