import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './tests/support/compile-cache.ts';

export default defineConfig({
  test: {
    // Local times are written and read: a fixed zone with summer time shows mistakes that UTC hides.
    env: { TZ: 'Europe/Berlin', NODE_COMPILE_CACHE: COMPILE_CACHE },
    // Most of a test here is waiting for a process; vitest would leave a core of two idle.
    maxWorkers: '100%',
    setupFiles: ['tests/support/set-up.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      // `npm run test:fast` runs these two. Pure code keeps nothing from one test to the next, so its modules are loaded once, not 200 times.
      { extends: true, test: { name: 'unit', include: ['tests/{unit,golden}/**/*.test.ts'], isolate: false } },
      // Commands in this process, each with an Io of its own; what they print in local time is written down in UTC.
      {
        extends: true,
        test: { name: 'commands', env: { TZ: 'UTC' }, include: ['tests/commands/**/*.test.ts'], isolate: false },
      },
      // Sharing modules saves nothing here, where the time goes into the processes that a test starts.
      { extends: true, test: { name: 'processes', include: ['tests/{hooks,loader,cli}/**/*.test.ts'] } },
    ],
  },
});
