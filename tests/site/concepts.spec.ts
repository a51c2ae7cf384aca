import { MARKUP_SESSION } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('concepts lead to the observations about them, and these to their sessions', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/larder/`);
  await page.getByRole('link', { name: 'All concepts' }).click();
  await page.getByRole('link', { name: 'time-zones', exact: true }).click();
  await expect(page).toHaveURL(/\/concepts\/time-zones\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('time-zones');
  await expect(page.getByText(/^\s*From larder/)).toBeVisible();
  const first = page.getByRole('region', { name: 'Observations' }).getByRole('listitem').first();
  await first.locator('a[href^="/sessions/"]').click();
  await expect(page).toHaveURL(/\/sessions\/larder\/.*#o-[0-9a-f]{6}$/);
  await expect(page.locator(new URL(page.url()).hash)).toBeInViewport();
});

test('each concept has a page, whatever its name is made of', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.own.url}/concepts/`);
  const links = page.locator('main a[href^="/concepts/"]');
  const names = ['<script>', '../up', 'a/b', 'w'.repeat(60), '日本', '🔥'];
  const texts = (await links.allTextContents()).map((text) => text.trim());
  expect(texts).toEqual(expect.arrayContaining(names));
  for (const name of names) {
    const address = await links.nth(texts.indexOf(name)).getAttribute('href');
    expect(address).toMatch(/^\/concepts\/[a-z0-9-]*~?[0-9a-f]*\/$/);
    const response = await page.request.get(`${sites.own.url}${address}`);
    expect([name, response.status()]).toEqual([name, 200]);
  }
  // A concept of hyphens only has no name and no page.
  await page.goto(`${sites.own.url}${MARKUP_SESSION}`);
  const linked = await page
    .locator('main a[href^="/concepts/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  expect(linked.length).toBeGreaterThan(names.length);
  for (const address of new Set(linked))
    expect([address, (await page.request.get(`${sites.own.url}${address}`)).status()]).toEqual([address, 200]);
  await page.goto(`${sites.own.url}/concepts/caching/`);
  await expect(page.getByRole('region', { name: 'Observations' })).toContainText('2, newest first');
});

test('an archive without observations says how to have them', async ({ page, sites }) => {
  await page.goto(`${sites.empty.url}/concepts/`);
  await expect(page.getByText('chronicle init --layers observations')).toBeVisible();
});

test('a file names what was observed about it', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/files/tidemark/`);
  const file = page.locator('[data-files] .file', { hasText: 'docs/FORMAT.md' });
  await page.getByLabel('Path contains').fill('docs/FORMAT.md');
  await file.getByRole('link', { name: 'The mark format is frozen since 1.0' }).click();
  await expect(page).toHaveURL(/\/sessions\/tidemark\/2026-11-04-1.0\/#o-[0-9a-f]{6}$/);
});

test('a search by concept, type and scope finds observations and nothing else', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.goto(
    `${sites.sample.url}/search/?q=${encodeURIComponent('concept:time-zones type:decision scope:committed')}`,
  );
  const hits = page.locator('a.hit');
  await expect(hits.first()).toBeVisible();
  const addresses = await hits.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const address of addresses) expect(address).toMatch(/#o-[0-9a-f]{6}$/);
  await page.goto(`${sites.sample.url}/search/?q=type:decison`);
  await expect(page.getByText('Did you mean type:decision?')).toBeVisible();
});
