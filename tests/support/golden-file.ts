import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from './root.ts';

/**
 * Compares a text with a committed file, byte for byte. The path is relative to the test. A missing file is a failure:
 * only `vitest run -u` writes it.
 */
export async function expectGolden(text: string, path: string): Promise<void> {
  const { snapshotState, testPath = '' } = expect.getState();
  const file = resolve(dirname(testPath), path);
  if (snapshotState.snapshotUpdateState !== 'all' && !existsSync(file)) throw new Error(missing(file, testPath));
  await expect(text).toMatchFileSnapshot(file);
}

function missing(file: string, testPath: string): string {
  const [expected, test] = [file, testPath].map((path) => relative(ROOT, path));
  return `${expected} is missing. To create it, run \`npx vitest run ${test} -u\`, check what it wrote, and commit it.`;
}
