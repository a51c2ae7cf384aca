import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** A new directory, removed after the tests of the file; its path contains no link. */
export function temporaryDirectory(name = 'test'): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `chronicle-${name}-`)));
  made.push(path);
  return path;
}

/** What tests/support/set-up.ts does after each file of tests. */
export function removeTemporaryDirectories(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}
