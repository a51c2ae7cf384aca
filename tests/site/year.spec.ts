import { expect, test } from './fixtures.ts';

test('leads from the overview to the year, whose numbers are those of other pages', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/`);
  const countOf = (tag: string) => page.locator(`.tag-mix [data-tag="${tag}"] .count`).first().textContent();
  const [decisions, misses] = [await countOf('DECISION'), await countOf('MEMORY-MISS')];
  await page.getByRole('link', { name: '2026 in review' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2026');
  await expect(page.locator('.year-head p')).toHaveText('68 sessions in three projects, 20 Jul to 19 Nov 2026.');
  await expect(page.locator('.year-tags [data-tag="DECISION"] strong')).toHaveText(decisions ?? '');
  await expect(page.locator('.year-tags [data-tag="MEMORY-MISS"] strong')).toHaveText(misses ?? '');
});

test('each moment and quotation leads to what it tells', async ({ page }) => {
  await page.goto('/year/2026/');
  const worst = page.getByRole('listitem').filter({ hasText: 'The mistake that kept coming back' });
  const name = (await worst.getByRole('link').textContent())?.trim() ?? '';
  await worst.getByRole('link').click();
  await expect(page.locator('.group:has(:target) .ledger-title')).toHaveText(name);
  await page.goBack();
  const quote = page.getByRole('region', { name: 'What you said' }).getByRole('listitem').first();
  const said = (await quote.getByRole('blockquote').textContent())?.trim() ?? '';
  await quote.getByRole('link').click();
  await expect(page.locator('.event:target')).toContainText(said);
});

test('a year with few sessions has no page', async ({ page, sites }) => {
  const response = await page.goto(`${sites.single.url}/year/2026/`);
  expect(response?.status()).toBe(404);
});
