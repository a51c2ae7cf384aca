import { expect, test } from './fixtures.ts';
import { SearchPage } from './pages/search-page.ts';

test('finds pages of the guide by the words of their text', async ({ page }) => {
  await page.goto('/search/?q=scan+tokens');
  const pages = page.getByRole('region', { name: /^Pages?$/ });
  await pages.getByRole('link', { name: 'What the scan finds' }).click();
  await expect(page).toHaveURL(/\/guide\/posts\/#what-the-scan-finds$/);
  await expect(page.getByRole('heading', { name: 'What the scan finds' })).toBeInViewport();
});

test('nothing moves when the results of an address arrive', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    // A slow machine would show the first results of the newest period alone.
    const later = window.setTimeout.bind(window);
    const isLong = (wait?: number) => wait === 300;
    Object.assign(window, {
      setTimeout: (run: () => void, wait?: number) => (isLong(wait) ? 0 : later(run, wait)),
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const held: (() => void)[] = [];
  await page.route('**/palette/names.json', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const search = new SearchPage(page);
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await search.open('?q=memory');
    // Records do not wait for names.
    await expect(search.hits.first()).toBeVisible();
    await expect(search.total).not.toHaveText(/matches/);
    for (const release of held.splice(0)) release();
    await expect(search.total).toHaveText(/ names$/);
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
    if (width === 1280) await expect(search.names.first()).toBeVisible();
    else {
      await expect(search.names.first()).toBeHidden();
      await page.getByText(/^Names \d+$/).click();
      await expect(search.names.first()).toBeVisible();
    }
  }
  await search.open('?q=py&kind=file');
  await expect.poll(() => held.length).toBe(1);
  for (const release of held.splice(0)) release();
  await expect(search.names.first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
});

// The records of the sample's newest week are enough for them. Fonts have a budget of their own.
test('loads at most 70 kB before the first result of the sample', async ({ page, request, sites }) => {
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
  // As on a slow connection, where neither names nor older periods are there yet.
  const { bundles } = await (await request.get(`${sites.sample.url}/search-index/bundles.json`)).json();
  const older: string[] = bundles.slice(1).map(({ path }: { path: string }) => `/search-index/${path}/`);
  let isShown = () => {};
  const shown = new Promise<void>((resolve) => {
    isShown = resolve;
  });
  await page.route(
    ({ pathname }) => pathname.startsWith('/palette/') || older.some((path) => pathname.startsWith(path)),
    async (route) => {
      await shown;
      await route.continue();
    },
  );
  await page.goto(`${sites.sample.url}/search/?q=memory`);
  await expect(new SearchPage(page).hits.first()).toBeVisible();
  isShown();
  await expect(page.locator('[data-search-names] a').first()).toBeVisible();
  const bytes = Number(await page.locator('html').getAttribute('data-bytes'));
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThan(70_000);
  // One for the page, and two that all pages have: none waits for another of its own.
  const scripts = await page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  );
  expect(scripts).toBe(3);
});
