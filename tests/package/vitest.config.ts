import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findClient } from '../client/client.ts';

const found = findClient(process.env) !== null;
if (!found) {
  console.error(
    'Skipped: these tests install the package and drive the real Claude Code client, which is not on PATH. Set ' +
      'CLAUDE_CLIENT to it, as for npm run test:client.',
  );
}

export default defineConfig({
  test: {
    include: found ? ['tests/package/**/*.test.ts'] : [],
    passWithNoTests: true,
    globalSetup: found ? [join(import.meta.dirname, 'goods.ts')] : [],
    // npm installs what the registry sends.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
