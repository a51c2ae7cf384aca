import { expect, pageWith, test } from './fixtures.ts';

test('lists the projects, and each leads to where it stands', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toContainText('nestbox');
  await expect(rows.first()).toContainText('A winter report, one page a box');
  await page.getByRole('link', { name: 'larder' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('larder');
  await expect(page.getByRole('banner').locator('[aria-current="page"]')).toHaveText('Projects');
});

test('a project stands where its last session ended, also without a handoff, as the overview says', {
  tag: '@long',
}, async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/nestbox/`);
  const stands = page.getByRole('region', { name: 'Where it stands' });
  await expect(stands).toContainText('19 Nov');
  await expect(stands.getByText(/^When the weather archive lets you in/)).toBeVisible();
  await expect(stands.getByText('The last handoff, 13 Nov')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('Where it stands is newer');
  await page.goto(sites.sample.url);
  await expect(page.getByRole('listitem').filter({ hasText: 'nestbox' }).first()).toContainText(
    'When the weather archive lets you in',
  );
});

test('a page is fetched while the pointer rests on its link', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/`);
  const fetched = page.waitForRequest((request) => request.headers()['sec-purpose'] === 'prefetch');
  await page.getByRole('link', { name: 'tidemark' }).hover();
  expect((await fetched).url()).toBe(`${sites.sample.url}/projects/tidemark/`);
});

test('each page marks the part of the site that it belongs to, also on a phone', { tag: '@long' }, async ({ page }) => {
  const parts = {
    '/': 'Overview',
    '/attention/': 'Overview',
    '/tags/miss/': 'Sessions',
    '/projects/larder/': 'Projects',
  };
  await page.setViewportSize({ width: 390, height: 844 });
  const site = page.getByRole('navigation', { name: 'Site' });
  for (const [address, part] of Object.entries(parts)) {
    await page.goto(address);
    await expect(site.locator('[aria-current]'), address).toHaveText(part);
    await expect(site.locator('[aria-current]'), address).toBeInViewport();
  }
});

test('old addresses lead to the pages that took over, without a script too', async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false, baseURL: sites.sample.url });
  for (const [old, address] of [
    ['/year/', '/timeline/'],
    ['/year/2026/', '/timeline/'],
    ['/on/', '/timeline/'],
    ['/brief/larder/', '/projects/larder/#briefing'],
    ['/concepts/', '/search/?q=kind:observation'],
  ] as const) {
    await page.goto(old);
    await expect(page, old).toHaveURL(`${sites.sample.url}${address}`);
  }
  await page.close();
});

test('on a desktop no column of a project ends far above its neighbour', { tag: '@long' }, async ({ page, sites }) => {
  for (const address of ['/projects/larder/', '/']) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${sites.sample.url}${address}`);
    const holes = await page.locator('.two-columns').evaluateAll((all) =>
      all.map((columns) => {
        const ends = [...columns.children].map((column) => {
          const bottoms = [...column.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom);
          return Math.max(...bottoms);
        });
        return Math.max(...ends) - Math.min(...ends);
      }),
    );
    for (const hole of holes) expect(hole, address).toBeLessThan(120);
  }
});

test('folds all but the first files of a project, and unfolds them for a link', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${sites.sample.url}/files/larder/`);
  const rows = page.locator('[data-files] .file');
  const last = rows.last();
  await expect(rows.first()).toBeVisible();
  await expect(last).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6000);
  const anchor = await last.getAttribute('id');
  await page.goto(`${sites.sample.url}/`);
  await page.goto(`${sites.sample.url}/files/larder/#${anchor}`);
  await expect(last).toBeInViewport();
});
