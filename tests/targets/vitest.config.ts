import { defineConfig } from 'vitest/config';

// Posts built by the real generators. Generators that are not installed are skipped with a note.
export default defineConfig({
  test: {
    include: ['tests/targets/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
