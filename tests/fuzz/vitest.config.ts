import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Runs the property tests with new input: 20 times as much as `npm test`, or `TIMES` as much. */
export default defineConfig({
  resolve: { alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('many-runs.ts', import.meta.url)) }] },
  test: {
    env: { TZ: 'Europe/Berlin' },
    include: ['tests/{unit,golden}/**/*.test.ts', 'tests/hooks/permission.test.ts'],
    // They are about the repository, and have no properties.
    exclude: ['tests/unit/architecture/**'],
    maxWorkers: '100%',
    testTimeout: 3_600_000,
  },
});
