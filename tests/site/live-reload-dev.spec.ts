import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUIET_SESSION } from './addresses.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { test as base, expect } from './fixtures.ts';

const CHRONICLE = 'projects/-home-robin-firmware-nestbox/chronicle/2026-09-11-nb-12-ota-2.md';

/** `chronicle dev` for an owner with the sessions of the sample. */
const test = base.extend<{ dev: DevServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
  dev: async ({}, use) => {
    const dev = await startDev('projects');
    await use(dev);
    await dev.stop();
  },
});

test('a page shows what was logged meanwhile, and a hidden one once it is seen', { tag: '@long' }, async ({
  dev,
  page,
}) => {
  test.slow();
  const path = join(dev.config, CHRONICLE);
  const log = (event: string) =>
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n## Summary', `- ${event}\n\n## Summary`));
  const changes = page.waitForRequest(`${dev.url}/changes`);
  await page.goto(`${dev.url}${QUIET_SESSION}`);
  await changes;
  log('23:57 [DECISION] Pages follow the archive');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Pages follow the archive' })).toBeVisible();
  // Without another change, it stays as it is.
  await page.evaluate(() => document.body.setAttribute('data-kept', ''));
  await page.waitForTimeout(1500);
  await expect(page.locator('body')).toHaveAttribute('data-kept');
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state === 'hidden');
  await see('hidden');
  log('23:58 [DECISION] Hidden pages wait');
  await page.waitForTimeout(1000);
  await expect(page.getByRole('paragraph').filter({ hasText: 'Hidden pages wait' })).toHaveCount(0);
  await see('visible');
  await expect(page.getByRole('paragraph').filter({ hasText: 'Hidden pages wait' })).toBeVisible();
});
