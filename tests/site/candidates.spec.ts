import { BACKFILLED_SESSION } from './addresses.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { TimelinePage } from './pages/timeline-page.ts';

test('a backfilled session explains itself and its unconfirmed events', async ({ page }) => {
  await page.goto(BACKFILLED_SESSION);
  await expect(page.getByRole('complementary', { name: 'About this file' })).toContainText('Backfilled.');
  const log = page.locator('.spine .event[data-tag]');
  const correction = log.filter({ hasText: 'Hold the stock' });
  await expect(correction).toContainText(/^\s*Correction/);
  await expect(correction).toContainText('unconfirmed');
  await expect(correction).toContainText('Found in line 96 of the transcript');
  await expect(correction).not.toContainText('b5a20c77');
  await expect(correction.locator('use').first()).toHaveAttribute('href', '#g-candidate-USER-CORRECTION');
  await correction.getByRole('link', { name: 'Confirm or drop it in the inbox' }).click();
  await expect(page.locator('.inbox-item:has(:target)')).toContainText('Hold the stock when an order is paid');
  await page.goBack();
  const confirmed = log.filter({ hasText: 'A retried payment' });
  await expect(confirmed).toContainText('Confirmed, found in line 174 of the transcript');
  await expect(confirmed).not.toContainText('unconfirmed');
  await expect(page.getByRole('complementary', { name: 'About this session' })).toContainText(
    /Events\s*1\s*Unconfirmed\s*3/,
  );
});

test('a chip hides unconfirmed events without JavaScript', async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  const row = page.locator('.event[data-candidate]').filter({ hasText: 'Took back two edits of app/models/order.rb' });
  const chip = page.getByRole('checkbox', { name: /^Unconfirmed/ });
  await page.goto(`${sites.own.url}${BACKFILLED_SESSION}`);
  await expect(row).toBeVisible();
  await page.getByRole('checkbox').first().check();
  await expect(row).toBeHidden();
  await chip.check();
  await expect(row).toBeVisible();
  await page.context().close();
});

test('the timeline shows unconfirmed events alone', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open('?range=all');
  await timeline.chip('Tags', 'Unconfirmed').click();
  await expect(page).toHaveURL(/\?range=all&tag=candidate$/);
  const rows = page.locator('.day .event');
  await expect(page.locator('[data-window-words]')).toContainText(/ 0 of \d+ events \(10 more unconfirmed\)/);
  await expect(rows).toHaveCount(10);
  await expect(rows.filter({ hasNotText: 'unconfirmed' })).toHaveCount(0);
});

test('lists, lanes and figures count unconfirmed events separately', async ({ page }) => {
  await page.goto('/projects/larder/');
  await page.getByText(/^All \d+ sessions by month$/).click();
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Hold stock while a payment is pending' }) });
  await expect(item).toContainText('backfilled');
  await expect(item).toContainText('1 event (3 more unconfirmed)');
  await page.goto('/timeline/?range=all');
  await expect(page.locator('.lane[data-tag="PIVOT"]')).toContainText('plus 2 unconfirmed');
  await expect(page.locator('.lane[data-tag="PIVOT"] a[data-candidate]')).toHaveCount(2);
  await page.goto('/tags/blocked/');
  await expect(page.getByRole('link', { name: 'Hold stock while a payment is pending' })).toHaveCount(0);
});

test('search finds unconfirmed events and marks them', async ({ page }) => {
  await page.goto('/search/?q=stock&kind=event');
  await expect(page.locator('[data-search-results]')).not.toContainText('Hold the stock');
  await page.goto('/search/?q=stock');
  await expect(page.locator('[data-search-results]')).toContainText('unconfirmed Hold the stock');
  await page.goto('/search/?q=stock&kind=candidate');
  await expect(page.getByRole('link', { name: /Correction: unconfirmed Hold the stock/ })).toBeVisible();
});
