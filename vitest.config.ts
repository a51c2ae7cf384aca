import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/{unit,golden,hooks,loader,cli}/**/*.test.ts'],
    // Local times are written and read: a fixed zone with summer time shows mistakes that UTC hides.
    env: { TZ: 'Europe/Berlin' },
    // Most of a test here is waiting for a process; vitest would leave a core of two idle.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
