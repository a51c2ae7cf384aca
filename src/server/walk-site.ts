import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';

/**
 * Every file below a directory, as relative paths with `/`; none if it is missing. Lazy, files before directories: with `/`
 * as the directory, only its first file is read. `skipped` are names at the top.
 */
export function* walkSite(directory: string, skipped: ReadonlySet<string>, below = ''): Generator<string> {
  const entries = entriesOf(join(directory, below)).filter(({ name }) => below !== '' || !skipped.has(name));
  for (const entry of entries) if (!entry.isDirectory()) yield below + entry.name;
  for (const entry of entries) if (entry.isDirectory()) yield* walkSite(directory, skipped, `${below}${entry.name}/`);
}

/** The entries of a directory; none if it is missing. Refuses a file (CHRONICLE_NOT_OURS). */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    if (!isErrno(error, 'ENOTDIR')) throw error;
    throw new ChronicleError('CHRONICLE_NOT_OURS', `${directory} is a file, not a directory. Nothing was changed.`);
  }
}
