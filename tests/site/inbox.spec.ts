import { expect, pageWith, test } from './fixtures.ts';

test('leads from the overview to each thing that waits, with the command that decides it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: 'Open the inbox' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
  const rule = page.getByRole('listitem').filter({ hasText: 'reference_bsd_tools.md' }).first();
  await rule.getByRole('button', { name: /^Copy apply command: / }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^chronicle memory apply p-[0-9a-f]{6} --project \S+$/,
  );
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
      .locator('code.without-script')
      .filter({ hasText: /^chronicle memory apply \S*p-[0-9a-f]{6}/ })
      .first(),
  ).toBeVisible();
  await page.goto(`${sites.single.url}/inbox/`);
  await expect(page.getByText('Nothing waits for you.')).toBeVisible();
  await page.goto(`${sites.empty.url}/inbox/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await page.context().close();
});
