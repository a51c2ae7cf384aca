import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './tests/support/compile-cache.ts';

/**
 * `npm test` leaves out what is tagged `long`, and takes a part of what is tagged `sample`. `npm run test:long` (`--mode
 * long`) runs both kinds whole, and nothing else.
 */
export default defineConfig(({ mode }) => ({
  test: {
    tags: [
      { name: 'long', timeout: 600_000 },
      { name: 'sample', timeout: 600_000 },
    ],
    tagsFilter: mode === 'long' ? ['long or sample'] : ['not long'],
    // Local times are written and read. A fixed zone with summer time reveals mistakes that UTC hides.
    env: { TZ: 'Europe/Berlin', NODE_COMPILE_CACHE: COMPILE_CACHE, ...(mode === 'long' ? { LONG: '1' } : {}) },
    // Most tests here wait for a process, and by default Vitest would leave one of two cores idle.
    maxWorkers: '100%',
    setupFiles: ['tests/support/set-up.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // `npm run test:fast` runs these two. Pure code keeps no state between tests, so its modules are loaded once, not 200 times.
      { extends: true, test: { name: 'unit', include: ['tests/{unit,golden}/**/*.test.ts'], isolate: false } },
      // Commands in this process, each with its own Io. Local times in their output are expected in UTC.
      {
        extends: true,
        test: { name: 'commands', env: { TZ: 'UTC' }, include: ['tests/commands/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'processes', include: ['tests/{hooks,loader,cli}/**/*.test.ts'], isolate: false },
      },
    ],
  },
}));
