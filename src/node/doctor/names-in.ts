import { readdirSync } from 'node:fs';

/** The names in a directory, sorted; none where it is missing or may not be read. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}
