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

test('a year with few sessions has no page', { tag: '@long' }, async ({ page, sites }) => {
  const response = await page.goto(`${sites.single.url}/year/2026/`);
  expect(response?.status()).toBe(404);
});

test('the calendar begins in January, and a phone shows all its days below one another', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.sample.url}/year/2026/`);
  const days = page.getByRole('region', { name: 'Every day' });
  const months = days.locator('.year-wide .calendar-month');
  await expect(months.first()).toHaveText('2026');
  await expect(months.last()).toHaveText('Nov');
  await expect(days.locator('.year-narrow')).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(days.locator('.year-wide')).toBeHidden();
  await expect(days.locator('.year-narrow .calendar-month').last()).toHaveText('Nov');
  // The same days in the same shades.
  const shades = (part: string) =>
    days
      .locator(`${part} rect[class*="fill-level-"]:not([class*="fill-level-0"])`)
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('class')).sort());
  expect(await shades('.year-narrow')).toEqual(await shades('.year-wide'));
});

test('the owner’s own line opens the year, as plain text', { tag: '@long' }, async ({ quietPage: page }) => {
  await page.goto('/year/2026/');
  await expect(page.locator('.year-head p')).toHaveText(
    'The year of <script>window.harmed = true</script>[31m *carrots*, twice.',
  );
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
});

test('has a card of 1200 by 630 with the numbers of the page, and nothing else', { tag: '@long' }, async ({
  page,
  request,
  sites,
}) => {
  await page.goto(`${sites.sample.url}/year/2026/`);
  const card = page.getByRole('img', { name: /^2026: 68 sessions, / });
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1200, 630]);
  const shared = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect(shared).toBe(await card.getAttribute('src'));
  const misses = await page.locator('.year-tags [data-tag="MEMORY-MISS"] strong').textContent();
  await expect(card).toHaveAttribute('alt', new RegExp(`${misses} memory misses\\.$`));
  const svg = await (await request.get(`${sites.sample.url}/year/2026/card.svg`)).text();
  expect(svg).toContain('width="1200" height="630"');
  expect(svg).not.toMatch(/larder|nestbox|tidemark|<a |href="\/|style=/);
});
