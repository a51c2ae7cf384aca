import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectGolden } from '#tests/support/golden-file.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const isWriting = expect.getState().snapshotState.snapshotUpdateState === 'all';

// `vitest -u` writes what a test expects, and nothing fails.
describe.skipIf(isWriting)('expectGolden', () => {
  it('fails where the file is missing, says how to create it, and writes nothing', async () => {
    const file = join(temporaryDirectory(), 'new.json');
    await expect(expectGolden('{}\n', file)).rejects.toThrow(
      /new\.json is missing\. To create it, run `npx vitest run tests\/unit\/architecture\/golden-file\.test\.ts -u`/,
    );
    expect(existsSync(file)).toBe(false);
  });
});
