import { expect, test } from './fixtures.ts';
import { SearchPage } from './pages/search-page.ts';

test('nothing moves when the results of an address arrive', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const search = new SearchPage(page);
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await search.open('?q=memory');
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
  }
});

// Fonts have a budget of their own.
test('loads at most 220 kB before the first result of the sample', { tag: '@long' }, async ({ page, sites }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('a.hit')) return;
      observer.disconnect();
      const loaded = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
      const bytes = loaded
        .filter(({ name }) => !name.endsWith('.woff2'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
      document.documentElement.setAttribute('data-bytes', String(bytes));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${sites.sample.url}/search/?q=memory`);
  await expect(new SearchPage(page).hits.first()).toBeVisible();
  const bytes = Number(await page.locator('html').getAttribute('data-bytes'));
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThan(220_000);
});
