import { GONE_MEMORY, HOSTILE_MEMORY, MEMORY, SESSION } from './addresses.ts';
import { expect, test } from './fixtures.ts';

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
  await expect(
    page.getByRole('paragraph').filter({
      hasText: /0\.\d times as often as before; 90% interval .+; there may be no change\./,
    }),
  ).toBeVisible();
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

test('the sentence for a post can be copied', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(MEMORY);
  const sentence = (await page.getByRole('blockquote').textContent())?.trim();
  await page.getByRole('button', { name: 'Copy sentence' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sentence);
});

test('mentions of a memory link to its page', { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const row = page.locator('.group', { has: page.getByText('feedback_localdate.md', { exact: true }) });
  await row.locator('summary').click();
  await row.getByRole('link', { name: 'feedback_localdate.md', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${MEMORY}$`));
  await page.goto(SESSION);
  await page.getByRole('complementary').getByRole('link', { name: 'reference_bsd_tools.md' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'BSD tools' })).toBeVisible();
  await page
    .getByRole('link', { name: /BSD stat and wants/ })
    .first()
    .click();
  await expect(page.locator('.group:has(:target)')).toContainText('reference_bsd_tools.md');
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

test('shows proposals below the ledger', { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const proposals = page.getByRole('region', { name: 'Proposals' });
  await expect(proposals.getByRole('link', { name: 'inbox' })).toHaveAttribute('href', '/inbox/#rules');
  await expect(proposals.locator('.proposals > li', { hasText: 'p-40acba' })).toContainText(
    /STRENGTHEN\s*reference_bsd_tools\.md\s*tidemark/,
  );
  await expect(proposals.getByText(/^\d of \d+ decided proposals approved \(\d+%\), 1 undone later$/)).toBeVisible();
  const bitten = proposals.locator('.bitten', { hasText: 'feedback_delete_sdkconfig.md' });
  await proposals.getByText('2 proposals skipped, but the mistake was made again').click();
  await expect(bitten).toContainText(/skipped 27 Jul/);
  await expect(bitten.locator('.dated-events > li')).toHaveCount(3);
});

test('a memory shows the proposal that was skipped and the one that wrote it', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.sample.url}/sessions/nestbox/2026-11-13-0.9/`);
  await page.getByRole('link', { name: 'feedback_delete_sdkconfig.md' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Delete sdkconfig' })).toBeVisible();
  const written = page.getByRole('region', { name: 'History' }).locator('.memory-changes > li');
  await expect(written).toHaveText([/^13 Nov\s+Written in Backport the queue to 0\.9/]);
  await expect(written.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Proposals' }).locator('.proposals > li')).toHaveText([
    /approved 13 Nov/,
    /skipped 27 Jul/,
  ]);
});

test('lists rules with their figures, also as a file', { tag: '@long' }, async ({ page, request }) => {
  await page.goto('/memory/all/');
  const row = page
    .getByRole('region', { name: 'Rules', exact: true })
    .getByRole('row', { name: /Local date/ })
    .first();
  await expect(row).toContainText(
    /Broken\s*came back 3 times, once since 26 Oct\s*7 Aug\s*strengthened 26 Oct\s*16\s*4\.0 → 1\.9\s*4\.0 before, 1\.9 since\s*3/,
  );
  const csv = await (await request.get('/memory/memories.csv')).text();
  expect(csv).toMatch(/\r\nlarder,feedback_localdate\.md,feedback,yes,2026-08-07T12:17:48Z,ledger,5,16,/);
});

test("lists the audit's findings by project", { tag: '@long' }, async ({ page }) => {
  await page.goto('/memory/');
  const audit = page.getByRole('region', { name: 'Audit' });
  await expect(audit.getByRole('heading', { name: 'larder' })).toBeVisible();
  await expect(audit).toContainText('MEMORY.md names reference_deploy_runbook.md, but the file does not exist.');
});

test('a long list of memories is spread over pages', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.large.url}/memory/`);
  await page.getByRole('link', { name: /^All 3\d\d memories$/ }).click();
  await expect(page.getByRole('row')).toHaveCount(51);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2' }).click();
  await expect(page).toHaveURL(/\/memory\/all\/2\/$/);
  await page.getByRole('row').last().getByRole('link').click();
  await expect(page.getByText('No changes recorded yet.')).toBeVisible();
});
