import { expect, test } from './fixtures.ts';

test('opens with the figures of the archive', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^A diary of your work with Claude Code: \d+ sessions in [a-z]+ projects since June\.$/,
  );
  const said = await page.getByRole('main').textContent();
  await expect(page.getByRole('contentinfo')).toContainText(/Code: (\d+ sessions)/.exec(String(said))?.[1] ?? '?');
  const events = /(\d+ events)/.exec(String(said))?.[1] ?? '?';
  await expect(page.getByRole('contentinfo')).toContainText(events);
});

test('counts mistakes as the memory page does', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const [, total = ''] =
    /(\d+) mistakes are on record: /.exec(String(await page.getByRole('main').textContent())) ?? [];
  const states = /on record: ([^.]*)\./.exec(String(await page.getByRole('main').textContent()))?.[1] ?? '';
  const parts = [...states.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
  expect(parts).toBe(Number(total));
  await page.goto('/memory/');
  const chips = page.getByRole('group', { name: 'Show only mistakes of this state' });
  for (const [state, words] of [
    ['Broken', /(\d+) came back in spite of one/],
    ['Rule missing', /(\d+) names? a rule that is missing/],
    ['No rule yet', /(\d+) ha(?:s|ve) no rule yet/],
    ['Too early', /for (\d+) it is too early/],
    ['Holds', /(\d+) (?:is|are) kept away by a rule/],
  ] as const)
    await expect(chips.getByText(state)).toHaveText(`${state} ${words.exec(states)?.[1]}`);
});

test('names what waits, with the page and the command for it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting.getByText('chronicle review')).toBeVisible();
  await waiting.getByRole('link', { name: /proposals? for tidemark/ }).click();
  await expect(page).toHaveURL(/\/inbox\/#rules$/);
});

test('says where each project was left, and copies a prompt to go on', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const left = page.getByRole('region', { name: 'Pick up where you left off' });
  const larder = left.getByRole('listitem').filter({ hasText: 'larder' }).first();
  await expect(larder).toContainText('Next step');
  await larder.getByRole('button', { name: /^Copy as a prompt/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Continue “.+” \(2026-\d\d-\d\d, .+\)\.\nIt suggested as the next step: .+\nFor what it left: chronicle recall [0-9a-f]{8}$/,
  );
});

test('links to the latest sessions and narratives', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const latest = page.getByRole('region', { name: 'Latest sessions' });
  await expect(latest.getByRole('listitem')).toHaveCount(6);
  await latest.getByRole('link', { name: 'A winter report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A winter report, one page a box');
  await page.goBack();
  await page
    .getByRole('region', { name: 'Closest to publishable' })
    .getByRole('link', { name: 'Minus eighteen grams' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minus eighteen grams');
});

test('a day of the calendar links to its events', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const day = page
    .getByRole('group', { name: /^Events per day/ })
    .getByRole('link', { name: /^Tue 17 Nov: 1 session, \d+ events, missed/ });
  await expect(day).toHaveAttribute('href', '/timeline/2026-11/#d-2026-11-17');
  await day.click();
  await expect(page.locator('#d-2026-11-17')).toContainText('Invoice numbers without gaps');
});

test('lists open mistakes with links to the trends', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const mistakes = page.getByRole('region', { name: 'Mistakes still open' }).getByRole('listitem');
  await expect(mistakes.filter({ hasText: /Broken|Rule missing|No rule/ })).toHaveCount(4);
  const section = page.getByRole('region', { name: 'Mistakes still open' });
  await expect(section).toContainText(/(\d) open: 2 broken, .*; the last 4 of \1 here/);
  await expect(section.getByRole('link', { name: /^All \d open mistakes$/ })).toHaveAttribute('href', '/memory/');
  const [name = ''] = await mistakes.locator('.ledger-title').allTextContents();
  await mistakes.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/memory\/#c-[0-9a-f]{8}$/);
  await expect(page.locator('.group:has(:target) .ledger-title')).toHaveText(name.trim());
  await expect(page.locator('.ledger-details:target')).toBeVisible();
});

test('labels the sample archive, and no other', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.sample.url);
  await expect(page.getByRole('complementary')).toContainText('This is the sample archive.');
  await expect(page.getByRole('complementary')).toContainText('chronicle init');
  await page.goto(sites.own.url);
  await expect(page.getByRole('complementary')).toHaveCount(0);
});

test('an empty archive says what to do', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.empty.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing recorded yet.');
  await expect(page.getByRole('main').getByText('chronicle init')).toBeVisible();
  await expect(page.getByText(/\.claude\/projects$/)).toBeVisible();
  await page.goto(`${sites.empty.url}/sessions/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await expect(page.getByText(/\.claude\/projects$/)).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toContainText('attention');
});

test('one session is shown whole, with what more of them will show', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.first.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One session so far, and a quiet one.');
  await expect(page.getByRole('region', { name: 'Still to come' })).toContainText('Timeline');
  await page.getByRole('region', { name: 'Your first session' }).getByRole('link', { name: 'Round' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Round');
});

test('a file that cannot be read is named, in place of an empty archive', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.broken.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 file could not be read.');
  await page.getByRole('main').getByRole('link', { name: 'The Problems page' }).click();
  await expect(page.getByRole('main')).toContainText('2025-01-01-torn.md:1:1');
  await page.goto(`${sites.broken.url}/sessions/`);
  await expect(page.getByRole('main')).toContainText('1 file could not be read.');
  await expect(page.getByText('No sessions yet.')).toHaveCount(0);
});
