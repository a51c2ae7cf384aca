import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new directory, deleted after the file's tests. Its path contains no link. */
export function temporaryDirectory(name = 'test'): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `chronicle-${name}-`)));
  made.push(path);
  return path;
}

/** Deletes the directories. tests/support/set-up.ts calls it after each test file. */
export function removeTemporaryDirectories(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}
