import type { Locator, Page } from '@playwright/test';
import { expect, pageWith, test } from './fixtures.ts';

test('opens with how many misses a rule should have prevented, and how many rules are broken', async ({
  page,
  request,
}) => {
  await page.goto('/memory/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Does writing it down help?');
  const [despite, broken] = await page.locator('.headline-number').allInnerTexts();
  const [, number, of] =
    /^(\d+) of (\d+)\s+misses happened although a rule against them was on file\.$/.exec(despite ?? '') ?? [];
  expect(broken).toMatch(
    /^2 of \d+\s+rules are broken: their mistakes came back after .*The mistakes of 3 more came back earlier, but/,
  );
  const trend = (await (await request.get('/memory/trend.csv')).text()).trim().split('\r\n').slice(1);
  const sum = (column: number) => trend.reduce((total, line) => total + Number(line.split(',')[column]), 0);
  expect([sum(4), sum(2) + sum(3) + sum(4)]).toEqual([Number(number), Number(of)]);
});

test('answers its question in one sentence, the same wherever it is asked', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.goto('/memory/');
  const answer = (await page.locator('h1 + .rules-answer').innerText()).trim();
  expect(answer).toMatch(
    /^Not known yet: of \d+ rules.*, only \d+ have enough misses and sessions to compare, and 1 made /,
  );
  for (const path of ['/', '/guide/rules/']) {
    await page.goto(path);
    const asked = page.locator('.rules-answer');
    await expect(asked, path).toHaveText(`Does writing it down help? ${answer}`);
    await expect(asked.getByRole('link'), path).toHaveAttribute('href', '/memory/');
  }
  await page.goto(`${sites.single.url}/memory/`);
  await expect(page.locator('.rules-answer')).toHaveText('Not known yet: no rule has been written.');
});

test('says whose reports these are, and how many unattended sessions are not counted', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/memory/');
  await expect(page.getByText('Hits and misses are what the agent logged about itself')).toBeVisible();
  await expect(page.getByText(/Not counted: \d unattended sessions? with \d hits? and no misses\./)).toBeVisible();
});

test('has the numbers of the chart as a table and as files', { tag: '@long' }, async ({ page, request }) => {
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

test('a row of the ledger opens to what happened, the verdict and the rule', { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const row = groupOf(page, 'feedback_localdate.md');
  await expect(row.locator('summary')).toContainText(
    /Broken.*larder.*feedback_localdate\.md.*5\s*misses.*3\s*hits.*came back 3 times, once since 26 Oct/s,
  );
  const details = row.locator('.ledger-details');
  await expect(details).toBeHidden();
  await row.locator('summary').click();
  await expect(details).toContainText(
    'The rule is broken: its mistake came back 3 times, once since 26 Oct. Missed in 3 of 16 sessions since it was first written on 7 Aug 2026',
  );
  await expect(details).toContainText('Counted as one mistake because');
  await expect(details.getByRole('listitem').filter({ hasText: 'Rule strengthened' })).toContainText('26 Oct');
  await expect(details.locator('.ledger-rule')).toContainText('The server runs in UTC.');
  const miss = details.getByRole('listitem').getByRole('link').first();
  const words = (await miss.textContent())?.replace(/^\s*\S+( despite a memory)?:\s*/, '').trim() ?? '';
  await miss.click();
  await expect(page.locator('.event:target')).toContainText(words);
});

test('a mistake without a rule leads to the proposal that waits', { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const row = page.locator('.mistake-ledger .group').filter({ hasText: 'Opened the uploaded file' });
  await row.locator('summary').click();
  await expect(row.locator('.ledger-details')).toContainText('One is proposed and waits for your decision.');
  await row.getByRole('link', { name: 'waits for your decision' }).click();
  await expect(page).toHaveURL(/\/inbox\/#rules$/);
});

test('the ledger has each mistake once, by state', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/memory/');
  const rows = page.locator('.mistake-ledger .group');
  const csv = (await (await request.get('/memory/groups.csv')).text()).trim().split('\r\n').slice(1);
  await expect(rows).toHaveCount(csv.length);
  const states = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-group-state')));
  const order = ['broken', 'rule missing', 'no rule', 'too early', 'holds'];
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')));
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(50);
  const end = await rows.last().boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(1600);
});

test('a session numbers its misses and links back to the row', { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const row = groupOf(page, 'feedback_localdate.md');
  await row.locator('summary').click();
  await row
    .getByRole('link', { name: /despite a memory/ })
    .first()
    .click();
  await page
    .locator('.event:target')
    .getByRole('link', { name: /^Miss \d of \d$/ })
    .click();
  await expect(page.locator('.group:has(:target)')).toContainText('feedback_localdate.md');
});

test('states are filtered without a script', { tag: '@long' }, async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${sites.own.url}/memory/`);
  const holding = page.locator('[data-group-state="holds"]');
  const shown = await holding.count();
  expect(shown).toBeGreaterThan(0);
  await page.getByRole('checkbox', { name: /^Broken/ }).check({ force: true });
  await expect(holding.first()).toBeHidden();
  await expect(page.locator('[data-group-state="broken"]').first()).toBeVisible();
  await page.context().close();
});

test('a phone shows the first rows of each state, and the others on request or by a link', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/memory/');
  const rows = page.locator('.mistake-ledger .group');
  const all = await rows.count();
  const last = page.locator('[data-group-state="no rule"]').last();
  await expect(last).toBeHidden();
  await page.goto(`/memory/#${await last.locator('.ledger-details').getAttribute('id')}`);
  await expect(last).toBeVisible();
  await page.getByRole('checkbox', { name: /^No rule yet/ }).click();
  await expect(rows.filter({ visible: true })).toHaveCount(await page.locator('[data-group-state="no rule"]').count());
  await page.getByRole('checkbox', { name: /^No rule yet/ }).click();
  await page.getByRole('checkbox', { name: `Show all ${all} here` }).check();
  await expect(rows.filter({ visible: true })).toHaveCount(all);
});

test('handles a log without misses and an empty archive', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.single.url}/memory/`);
  await expect(page.getByText('No misses logged. That is good news, or the log is incomplete.')).toBeVisible();
  await page.goto(`${sites.empty.url}/memory/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
});

/** The mistake with this memory file. */
function groupOf(page: Page, memory: string): Locator {
  return page.locator('.group', { has: page.getByText(memory, { exact: true }) });
}

test('a phone shows all figures of a rule, each with its name', { tag: '@long' }, async ({ page, sites }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${sites.sample.url}/memory/all/`);
  const table = page.getByRole('table').filter({ hasText: 'Local date' });
  const row = table.getByRole('row').filter({ hasText: 'Local date' });
  const cells = row.getByRole('cell');
  for (const cell of await cells.all()) {
    const box = await cell.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  }
  const label = (name: string) =>
    row.locator(`[data-label="${name}"]`).evaluate((cell) => getComputedStyle(cell, '::before').content);
  for (const name of ['Written', 'Sessions since', 'Misses per 10 sessions', 'Hits'])
    expect(await label(name)).toBe(`"${name}"`);
});

test('a row of the ledger says misses and hits on a phone as on a desktop', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${sites.sample.url}/memory/`);
  const row = page.locator('.group').first();
  await expect(row.locator('.ledger-misses')).toHaveText(/^\s*\d+ miss(es)?\s*$/);
  const word = await row.locator('.ledger-misses .visually-hidden').boundingBox();
  expect(word?.width).toBeGreaterThan(20);
});
