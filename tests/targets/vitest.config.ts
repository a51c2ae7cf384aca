import { defineConfig } from 'vitest/config';

// Posts in the hands of the generators themselves. One that is not on this machine is skipped with a word.
export default defineConfig({
  test: {
    include: ['tests/targets/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
  },
});
