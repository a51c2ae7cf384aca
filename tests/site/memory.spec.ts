import type { Locator, Page } from '@playwright/test';
import { expect, pageWith, test } from './fixtures.ts';

test('opens with how many misses broke a rule', async ({ page }) => {
  await page.goto('/memory/');
  const said = await page.getByRole('heading', { level: 1 }).textContent();
  expect(said).toMatch(/^\d+ of \d+ misses broke an existing rule\.$/);
  const kinds = await page.getByRole('main').getByRole('definition').allTextContents();
  const [first, repeat, despite] = kinds.slice(0, 3).map(Number);
  expect(said).toBe(`${despite} of ${(first ?? 0) + (repeat ?? 0) + (despite ?? 0)} misses broke an existing rule.`);
});

test('says whose reports these are, and how many unattended sessions are not counted', async ({ page }) => {
  await page.goto('/memory/');
  await expect(page.getByText('Hits and misses are what the agent logged about itself')).toBeVisible();
  await expect(page.getByText(/Not counted: \d unattended sessions? with \d hits? and no misses\./)).toBeVisible();
});

test('has the numbers of the chart as a table and as files', async ({ page, request }) => {
  await page.goto('/memory/');
  const section = page.getByRole('region', { name: 'Hits and misses per week', exact: true });
  await section.getByText('Show the numbers').click();
  const rows = await section.getByRole('table').getByRole('row').allInnerTexts();
  const csv = await (await request.get('/memory/trend.csv')).text();
  expect(
    csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')),
  ).toEqual(rows.slice(1).map((row) => row.split('\t').map((cell) => cell.trim())));
  const bars = section.getByRole('group', { name: 'Hits and misses per week' }).getByRole('link');
  await expect(bars).toHaveCount(rows.length - 1);
});

test('shows rates by month', async ({ page }) => {
  await page.goto('/memory/');
  const months = page.getByRole('region', { name: 'By month' }).getByRole('row');
  await expect(months.nth(1)).toHaveText(/^\s*Nov 2026\s*\d+\s*\d+\.\d\s*\d+\s*\d+\s*\d+%\s*$/);
});

test('says whether the notebook helps, and how that is measured', async ({ page }) => {
  await page.goto('/memory/');
  const section = page.getByRole('region', { name: 'Does the notebook help?' });
  await expect(section).toContainText(
    /It is unclear whether the notebook helps: no failing command was repeated in \d+ sessions with it and \d+ without it\./,
  );
  await section.getByText('How this is measured').click();
  await expect(section.getByText('A comparison needs 20 sessions of each kind.')).toBeVisible();
});

test('says whether the briefing is used, which observations are, and leads to them', async ({ page }) => {
  await page.goto('/memory/');
  const section = page.getByRole('region', { name: 'Is the briefing used?' });
  await expect(section).toContainText(
    /Too early to tell whether the briefing is used: so far in \d of \d sessions \(\d+ of \d+ observations\)\. A verdict needs 10 sessions\./,
  );
  await section.getByText('How this is counted').click();
  await expect(section.getByText('these figures are the least that was used')).toBeVisible();
  const used = section.getByRole('listitem').filter({ hasText: /used in \d of \d sessions?/ });
  const link = used.first().getByRole('link');
  const title = (await link.textContent())?.trim() ?? '';
  await link.click();
  await expect(page.locator(new URL(page.url()).hash)).toContainText(title);
  await page.goBack();
  await section.getByRole('link', { name: 'larder', exact: true }).click();
  await expect(page).toHaveURL(/\/brief\/larder\/$/);
});

test('groups misses, and says why', async ({ page }) => {
  await page.goto('/memory/');
  const group = groupOf(page, 'feedback_localdate.md');
  await expect(group).toContainText('Broken');
  await group.getByText('Each miss and hit').click();
  await expect(group).toContainText('Counted as one mistake because');
  await expect(group.getByText('Memory written 7 Aug. Memory strengthened 26 Oct.')).toBeVisible();
  const miss = group.getByRole('listitem').getByRole('link').first();
  const words = (await miss.textContent())?.replace(/^\s*\S+( despite a memory)?:\s*/, '').trim() ?? '';
  await miss.click();
  await expect(page.locator('.event:target')).toContainText(words);
});

test('a session numbers its misses and links back', async ({ page }) => {
  await page.goto('/memory/');
  const group = groupOf(page, 'feedback_localdate.md');
  await group.getByText('Each miss and hit').click();
  await group
    .getByRole('link', { name: /despite a memory/ })
    .first()
    .click();
  await page
    .locator('.event:target')
    .getByRole('link', { name: /^Miss \d of \d$/ })
    .click();
  await expect(page.locator('.group:target')).toContainText('feedback_localdate.md');
});

test('states are filtered without a script', async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${sites.own.url}/memory/`);
  const holding = page.locator('.group', { hasText: 'Holds' });
  const shown = await holding.count();
  expect(shown).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: /^Holds/ }).uncheck({ force: true });
  await expect(holding.first()).toBeHidden();
  await expect(page.locator('.group', { hasText: 'Broken' }).first()).toBeVisible();
  await page.context().close();
});

test('handles a log without misses and an empty archive', async ({ page, sites }) => {
  await page.goto(`${sites.single.url}/memory/`);
  await expect(page.getByText('No misses logged. That is good news, or the log is incomplete.')).toBeVisible();
  await page.goto(`${sites.empty.url}/memory/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
});

/** The mistake with this memory file. */
function groupOf(page: Page, memory: string): Locator {
  return page.locator('.group', { has: page.getByText(memory, { exact: true }) });
}
