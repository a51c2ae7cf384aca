import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevServer, startDev } from './dev-server.ts';
import { test as base, expect } from './fixtures.ts';
import { Palette } from './pages/palette.ts';
import { SearchPage } from './pages/search-page.ts';

const PROJECT = 'projects/-home-robin-code-larder';
const FILE = 'chronicle/2026-11-10-main.md';

/** `chronicle dev` with the owner's archive. */
const test = base.extend<{ dev: DevServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
  dev: async ({}, use) => {
    const dev = await startDev(PROJECT);
    await use(dev);
    await dev.stop();
  },
});

test('finds new events without a restart', async ({ dev, quietPage }) => {
  test.slow();
  const search = new SearchPage(quietPage);
  await quietPage.goto(`${dev.url}/search/?q=carrots`);
  await expect(search.total).toHaveText(/page/, { timeout: 20_000 });
  await search.box.fill('zeppelin');
  await expect(search.total).toHaveText('No matches');
  const file = join(dev.config, PROJECT, FILE);
  appendFileSync(file, '\n## Events\n\n- [INSIGHT] The zeppelin needs a longer mast\n');
  await expect(search.hits).toContainText('The zeppelin needs a longer mast', { timeout: 20_000 });
  await search.hits.click();
  await expect(quietPage.locator(':target')).toContainText('zeppelin');
  // The palette knows the session by its new branch.
  const palette = new Palette(quietPage);
  // `dev` may reload the page once more after the new event, which closes the palette.
  await expect(async () => {
    await palette.open();
    await palette.box.fill('mooring', { timeout: 2000 });
    await expect(palette.status).toHaveText('No names found', { timeout: 2000 });
  }).toPass();
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^branch: .*$/m, 'branch: lar/77-mooring'));
  await expect(palette.dialog).toBeHidden({ timeout: 20_000 });
  await palette.open();
  await palette.box.fill('mooring');
  await expect(palette.rowsOf('Branches')).toContainText('lar/77-mooring');
});
