import { defineConfig } from 'vitest/config';

// A copy of the sources with one entry more in each table: it is type-checked and tested, which takes a minute.
export default defineConfig({
  test: {
    include: ['tests/extend/**/*.test.ts'],
    setupFiles: ['tests/support/set-up.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
