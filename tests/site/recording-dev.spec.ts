import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevServer, startDev } from './dev-server.ts';
import { test as base, expect } from './fixtures.ts';

/** `chronicle dev` with the sample, for an owner without sessions. */
const test = base.extend<{ dev: DevServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
  dev: async ({}, use) => {
    const dev = await startDev();
    await use(dev);
    await dev.stop();
  },
});

test('the sample reports a recording failure before the first session', { tag: '@long' }, async ({
  dev,
  quietPage,
}) => {
  test.slow();
  const banner = quietPage.getByRole('complementary', { name: 'Recording failed' });
  await quietPage.goto(`${dev.url}/attention/`);
  await expect(banner).toHaveCount(0);
  const failure = {
    at: new Date().toISOString(),
    event: 'session-start',
    code: 'ENOSPC',
    message: 'The disk is full.',
  };
  const state = join(dev.config, 'session-chronicle');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'log.jsonl'), `${JSON.stringify(failure)}\n`);
  await quietPage.reload();
  await expect(banner).toContainText('The disk is full.');
  await expect(quietPage.getByRole('region', { name: 'Recording' })).toContainText('The disk is full.');
});
