import { defineConfig } from 'vitest/config';

// Type-checks and tests a copy of the sources with one more entry in each table, which takes a minute.
export default defineConfig({
  test: {
    include: ['tests/extend/**/*.test.ts'],
    setupFiles: ['tests/support/set-up.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
