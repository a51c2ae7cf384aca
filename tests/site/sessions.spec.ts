import { expect, test } from './fixtures.ts';

test('lists all sessions by month, newest first', async ({ page }) => {
  await page.goto('/sessions/');
  const months = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(months).toEqual(['November 2026', 'October 2026', 'September 2026', 'August 2026', 'July 2026', 'June 2026']);
  const november = page.getByRole('region', { name: 'November 2026' });
  await expect(november.getByRole('listitem').first()).toContainText('Winter report');
  await expect(november.getByRole('listitem').first()).toContainText('19 Nov, 08:50');
  await expect(november.getByRole('listitem').first()).toContainText('nestbox');
  await expect(november.getByRole('listitem').first()).toContainText('10 events');
});

test('folds quiet sessions away', async ({ page }) => {
  await page.goto('/sessions/');
  const august = page.getByRole('region', { name: 'August 2026' });
  const quiet = august.getByRole('group').getByRole('link');
  await expect(quiet.first()).toBeHidden();
  await august.getByText('2 quiet sessions, without events or summary').click();
  await expect(quiet).toHaveCount(2);
  await quiet.first().click();
  await expect(page.getByText('Nothing notable was logged.')).toBeVisible();
});

test('divides a large archive into months', async ({ page, sites }) => {
  await page.goto(`${sites.large.url}/sessions/`);
  await expect(page.getByRole('main')).toContainText('320 sessions in 1 project');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['November 2025']);
  const months = page.getByRole('navigation', { name: 'Months' });
  await expect(months.getByRole('link')).toHaveCount(11);
  await expect(months.getByRole('listitem').filter({ hasText: 'February' })).toHaveText('February 28');
  await months.getByRole('link', { name: 'February' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('February 2025');
  await expect(months.getByRole('link', { name: 'February' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'February 2025' }).getByRole('listitem')).toHaveCount(28);
});
