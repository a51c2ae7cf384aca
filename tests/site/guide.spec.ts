import { QUESTIONS } from '#site/components/guide/questions.ts';
import { PAGES, SESSION } from './addresses.ts';
import { expect, pageWith, test } from './fixtures.ts';

test('every question that a page may ask has an answer', { tag: '@long' }, async ({ page }) => {
  for (const { address } of Object.values(QUESTIONS))
    await test.step(address, async () => {
      await page.goto('about:blank');
      const response = await page.goto(address);
      expect(response?.status()).toBe(200);
      const [, anchor] = address.split('#');
      if (anchor) await expect(page.locator(`h2#${anchor}`)).toBeInViewport();
    });
});

test('a reader finds the questions where they come up, and every link of the guide leads somewhere', {
  tag: '@long',
}, async ({ page, request, sites }) => {
  const asked = new Set<string>();
  const read = async (address: string) => {
    await page.goto(address);
    const links = await page
      .locator('main a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const href of links) if (href.startsWith('/guide/')) asked.add(href);
    return links;
  };
  for (const name of [
    'overview',
    'memory',
    'all memories',
    'inbox',
    'sessions of a project',
    'narratives',
    'session',
    'sessions with a tag',
  ] as const)
    await read(PAGES[name]);
  await read(`${sites.empty.url}/`);
  const unasked = Object.values(QUESTIONS).filter(({ address }) => !asked.has(address));
  expect(unasked.map(({ words }) => words)).toEqual([]);
  for (const id of ['chronicle', 'tags', 'memories', 'posts', 'privacy', 'keys'])
    for (const href of await read(`/guide/${id}/`))
      expect([href, (await request.get(href)).status()]).toEqual([href, 200]);
});

test('the guide reads without scripts', { tag: '@long' }, async ({ browser, baseURL }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  await page.goto(SESSION);
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await expect(page.getByText('Copy the link to the focused event')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeHidden();
  await page.context().close();
});
