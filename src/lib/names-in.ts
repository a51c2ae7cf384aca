import { readdirSync } from 'node:fs';
import { isErrno } from './chronicle-error.ts';

/** The names in a directory, sorted; empty if it is missing or unreadable. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

/** The names in a directory, sorted; empty if it is missing. Throws if it is unreadable. */
export function readNames(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}
