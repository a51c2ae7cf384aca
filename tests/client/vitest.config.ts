import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { findClient } from './client.ts';

const found = findClient(process.env) !== null;
if (!found) {
  console.error(
    'Skipped: these tests drive the real Claude Code client, which is not on PATH. Install it outside this ' +
      'repository (npm install --prefix <directory> @anthropic-ai/claude-code) and set CLAUDE_CLIENT to its ' +
      'node_modules/.bin/claude.',
  );
}

export default defineConfig({
  test: {
    include: found ? ['tests/client/**/*.test.ts'] : [],
    passWithNoTests: true,
    globalSetup: found ? [join(import.meta.dirname, 'plugin-copy.ts')] : [],
    testTimeout: 120_000,
    // Hooks have 1.5 s at the end of a session: scenarios that compete for the processor would test the machine.
    fileParallelism: false,
  },
});
