import { expect, pageWith, test } from './fixtures.ts';

test('leads from the overview to each thing that waits, with the command that decides it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
  const events = page.getByRole('region', { name: 'Did this happen?' });
  const row = events.getByRole('listitem').filter({ hasText: 'Hold the stock when an order is paid' });
  await expect(row).toContainText(/Correction\?.*larder.*12 Aug, 15:38.*transcript line 96/s);
  await row.getByRole('button', { name: /^Copy command to confirm: e-/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^chronicle candidates confirm '[\w-]+#e-[0-9a-f]{6}'$/,
  );
  await row.getByRole('link').first().click();
  await expect(page.locator('.event:target')).toContainText('Hold the stock when an order is paid');
});

test('has as many things as the overview counts, the oldest first', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');
  const countOf = async (what: RegExp) =>
    (await waiting.filter({ hasText: what }).locator('strong').allTextContents()).reduce(
      (sum, n) => sum + Number(n),
      0,
    );
  const counts = [await countOf(/unconfirmed event/), await countOf(/proposals? for/), await countOf(/finding/)];
  await page.goto('/inbox/');
  const lists = ['Did this happen?', 'Make this a rule?'];
  for (const [i, name] of lists.entries())
    await expect(page.getByRole('region', { name }).locator('.inbox > li')).toHaveCount(counts[i] ?? 0);
  await expect(page.locator('.lede')).toContainText(
    `${counts.reduce((a, b) => a + b, 0)} things that only you can decide.`,
  );
  await expect(page.getByRole('region', { name: 'Is this safe to publish?' })).toContainText(
    `${counts[2]} open findings in 1 draft`,
  );
  // A count would be missing on the pages that a build keeps, as if nothing waited.
  await expect(page.getByRole('banner').getByRole('link', { name: /^Inbox/ })).toHaveText('Inbox');
  const draft = page.getByRole('region', { name: 'Is this safe to publish?' }).locator('.inbox > li').first();
  await expect(draft).toContainText('This site contains no finding.');
  await draft.getByText('made from').getByRole('link').click();
  await expect(page).toHaveURL(/\/narratives\//);
  await page.goBack();
  const days = await page.getByRole('region', { name: 'Did this happen?' }).locator('.meta').allInnerTexts();
  expect(days[0]).toContain('12 Aug, 15:21');
});

test('shows what a proposal would change', async ({ page }) => {
  await page.goto('/inbox/');
  const rule = page.getByRole('listitem').filter({ hasText: 'reference_bsd_tools.md' }).first();
  await expect(rule).toContainText('STRENGTHEN');
  await expect(rule.locator('[data-diff="-"]').first()).toBeVisible();
  await expect(rule.locator('[data-diff="+"]').first()).toBeVisible();
  // A long change is folded, and a keyboard opens it.
  const whole = page.getByRole('listitem').filter({ hasText: 'feedback_untrusted_uploads.md' }).first();
  await expect(whole.locator('.diff')).toBeHidden();
  await whole.getByText(/^What it would change, \d+ lines$/).focus();
  await page.keyboard.press('Enter');
  await expect(whole.locator('[data-diff="+"]').last()).toBeVisible();
});

test('needs no script to show the commands, and says when nothing waits', { tag: '@long' }, async ({
  browser,
  sites,
}) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${sites.own.url}/inbox/`);
  await expect(
    page
      .locator('.without-script code')
      .filter({ hasText: /^chronicle candidates confirm '\S+#e-[0-9a-f]{6}'$/ })
      .first(),
  ).toBeVisible();
  await page.goto(`${sites.single.url}/inbox/`);
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
  await page.goto(`${sites.empty.url}/inbox/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await page.context().close();
});
