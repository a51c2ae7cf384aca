import { SESSION } from './addresses.ts';
import { axeOn, findings } from './axe.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { Palette } from './pages/palette.ts';

test('works by touch on a phone, without the preview', { tag: '@long' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    ...{ baseURL: baseURL ?? '', hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } },
  });
  const page = await context.newPage();
  const palette = new Palette(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Search or jump to' }).tap();
  await expect(palette.rows.first()).toBeVisible();
  await expect(palette.preview).toBeHidden();
  await palette.box.fill('invoice numbers');
  const heights = await palette.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  await palette.dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(palette.dialog).toBeHidden();
  await page.getByRole('link', { name: 'Search or jump to' }).tap();
  await palette.box.fill('invoice numbers');
  await palette.rowsOf('Sessions').first().tap();
  await expect(page).toHaveURL(/\/sessions\/larder\//);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.getByRole('link', { name: 'Search or jump to' }).tap();
  await palette.box.fill('larder');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await palette.dialog.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
  await context.close();
});

test('axe finds nothing in it, light and dark, narrow and wide', { tag: '@long' }, async ({ page }) => {
  const palette = new Palette(page);
  await page.goto(SESSION);
  await palette.open();
  for (const query of ['', 'lar-30', 'zero point', 'zeppelin']) {
    await palette.box.fill(query);
    if (query === 'zero point') await expect(palette.rowsOf('Events and texts').first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const axe = await axeOn(page);
        expect(await findings(axe.include('dialog')), `“${query}”, ${colorScheme}, ${width} wide`).toEqual([]);
      }
    }
  }
});

test('is a link to the search page without scripts', { tag: '@long' }, async ({ browser, baseURL }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false, baseURL: baseURL ?? '' });
  await page.goto('/');
  await page.getByRole('link', { name: 'Search or jump to' }).click();
  await expect(page).toHaveURL('/search/');
});
