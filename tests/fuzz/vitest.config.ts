import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The property tests with input that no run had before: 20 times as much as in `npm test`, or `TIMES` as much. */
export default defineConfig({
  resolve: { alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('many-runs.ts', import.meta.url)) }] },
  test: {
    env: { TZ: 'Europe/Berlin' },
    include: ['tests/{unit,golden}/**/*.test.ts', 'tests/hooks/permission.test.ts'],
    maxWorkers: '100%',
    testTimeout: 3_600_000,
  },
});
