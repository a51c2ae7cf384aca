import type { Locator, Page } from '@playwright/test';
import { GONE_MEMORY, HOSTILE_MEMORY, MEMORY } from './addresses.ts';
import { expect, pageWith, test } from './fixtures.ts';

test('opens with how many misses a memory should have prevented, and how many memories are broken', async ({
  page,
}) => {
  await page.goto('/memory/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Does writing it down help?');
  const [despite, broken] = await page.locator('.headline-number').allInnerTexts();
  const [, number, of] =
    /^(\d+) of (\d+)\s+misses happened although a memory against them was on file\.$/.exec(despite ?? '') ?? [];
  expect(broken).toMatch(
    /^2 of \d+\s+memories are broken: their mistakes came back after .*The mistakes of 3 more came back earlier, but/,
  );
  const rows = page.locator('table', { hasText: 'Hits and misses per' }).locator('tbody tr');
  const numbers = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const sum = (column: number) => numbers.reduce((total, row) => total + Number(row[column]), 0);
  expect([sum(4), sum(2) + sum(3) + sum(4)]).toEqual([Number(number), Number(of)]);
});

test('a row of the history opens to what happened, the verdict and the memory', { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const row = groupOf(page, 'feedback_localdate.md');
  await expect(row.locator('summary')).toContainText(
    /Broken.*larder.*feedback_localdate\.md.*5\s*misses.*3\s*hits.*came back 3 times, once since 26 Oct/s,
  );
  const details = row.locator('.mistake-details');
  await expect(details).toBeHidden();
  await row.locator('summary').click();
  await expect(details).toContainText(
    'The memory is broken: its mistake came back 3 times, once since 26 Oct. Missed in 3 of 16 sessions since it was first written on 7 Aug 2026',
  );
  await expect(details).toContainText('Counted as one mistake because');
  await expect(details.getByRole('listitem').filter({ hasText: 'Memory strengthened' })).toContainText('26 Oct');
  await expect(details.locator('.mistake-memory')).toContainText('The server runs in UTC.');
  const miss = details.getByRole('listitem').getByRole('link').first();
  const words = (await miss.textContent())?.replace(/^\s*\S+( despite a memory)?:\s*/, '').trim() ?? '';
  await miss.click();
  await expect(page.locator('.event:target')).toContainText(words);
});

test('states are filtered without a script', { tag: '@long' }, async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${sites.own.url}/memory/`);
  const holding = page.locator('[data-group-state="too early"]');
  const shown = await holding.count();
  expect(shown).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: /^Broken/ }).check({ force: true });
  await expect(holding.first()).toBeHidden();
  await expect(page.locator('[data-group-state="broken"]').first()).toBeVisible();
  await page.context().close();
});

test('handles a log without misses and an empty archive', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.single.url}/memory/`);
  await expect(
    page.getByText('No misses logged in attended sessions. That is good news, or the log is incomplete.'),
  ).toBeVisible();
  await page.goto(`${sites.empty.url}/memory/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
});

/** The mistake with this memory file. */
function groupOf(page: Page, memory: string): Locator {
  return page.locator('.group', { has: page.getByText(memory, { exact: true }) });
}

test('a memory says what it is, and whether it helped', async ({ quietPage: page }) => {
  await page.goto(MEMORY);
  await expect(page.getByRole('heading', { level: 1, name: 'Local date' })).toBeVisible();
  await expect(
    page.getByText(
      /^\s*Its mistake came back 3 times, once since 26 Oct\. Missed in 3 of 16 sessions since it was first written on 7 Aug 2026, compared with 2 of 5 before\. Chance alone/,
    ),
  ).toBeVisible();
  await expect(page.locator('main .badge').first()).toHaveText(/Broken/);
  const facts = page.getByRole('complementary', { name: 'About this memory' });
  await expect(facts).toContainText(/Sessions before\s*5\s*Sessions since\s*16/);
  await expect(facts).toContainText('Line 4: Local date — "today" is timezone.localdate()');
  await page.getByText('What the states mean').click();
  await expect(page.getByText('Editing it by hand, narrowing it or marking it stale gives it none.')).toBeVisible();
  await expect(page.getByText('It has not come back since then, but that may be luck.')).toBeVisible();
});

test('a memory leads to the memories that it names, its misses and its history', async ({ page }) => {
  await page.goto(MEMORY);
  await page.getByRole('link', { name: 'feedback-frozen-migrations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Frozen migrations' })).toBeVisible();
  await page.goBack();
  const changes = page.getByRole('region', { name: 'History' }).locator('.memory-changes > li');
  await expect(changes).toHaveText([
    /^17 Nov\s+Brought up to date in/,
    /^27 Oct\s+Changed outside a retrospective/,
    /Strengthened in/,
    /^7 Aug\s+Written in/,
  ]);
  await changes
    .first()
    .getByRole('link', { name: /date\.today\(\)\.year/ })
    .click();
  await expect(page.locator('.event:target')).toContainText('date.today().year');
});

test('a deleted memory has a page without a text', { tag: '@long' }, async ({ quietPage: page }) => {
  await page.goto(GONE_MEMORY);
  await expect(page.getByText('This file no longer exists.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'About this memory' })).toContainText(/State\s*deleted/);
  await expect(page.getByText('not in this archive').first()).toBeVisible();
});

test('text of memories and proposals is never markup', { tag: '@long' }, async ({ quietPage: page }) => {
  for (const address of [HOSTILE_MEMORY, GONE_MEMORY, '/memory/hostile/no-front-matter.md/', '/memory/']) {
    await page.goto(address);
    await expect(page.getByText('<script>window.harmed = true</script>').first()).toBeAttached();
    expect(await page.evaluate(() => Reflect.get(window, 'harmed'))).toBeUndefined();
    expect(await page.locator('main').locator('img, [onerror], [onmouseover], a[href^="javascript"]').count()).toBe(0);
  }
});
