import { expect, test } from './fixtures.ts';

test('finds pages of the guide by the words of their text', async ({ page }) => {
  await page.goto('/search/?q=scan+tokens');
  const pages = page.getByRole('region', { name: /^Pages?$/ });
  await pages.getByRole('link', { name: 'What the scan finds' }).click();
  await expect(page).toHaveURL(/\/guide\/posts\/#what-the-scan-finds$/);
  await expect(page.getByRole('heading', { name: 'What the scan finds' })).toBeInViewport();
});

test('nothing moves when the results of an address arrive', async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    // A slow machine would show the first results alone.
    const later = window.setTimeout.bind(window);
    const isLong = (wait?: number) => wait === 300;
    Object.assign(window, {
      setTimeout: (run: () => void, wait?: number) => (isLong(wait) ? 0 : later(run, wait)),
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/search/?q=memory');
    await expect(page.locator('a.hit').first()).toBeVisible();
    await expect(page.locator('[data-search-names] a').first()).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
  }
});
