import { expect, test } from './fixtures.ts';

test('lists all sessions by month, newest first', async ({ page }) => {
  await page.goto('/sessions/');
  const months = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(months).toEqual(['November 2026', 'October 2026', 'September 2026', 'August 2026', 'July 2026', 'June 2026']);
  const november = page.getByRole('region', { name: 'November 2026' });
  await expect(november.getByRole('listitem').first()).toContainText('A winter report');
  await expect(november.getByRole('listitem').first()).toContainText('19 Nov, 08:50');
  await expect(november.getByRole('listitem').first()).toContainText('nestbox');
  await expect(november.getByRole('listitem').first()).toContainText('12 events');
});

test('names the files that could not be read, since no filter finds them', async ({ page }) => {
  await page.goto('/sessions/');
  await expect(page.getByText('Not listed, because they could not be read:')).toContainText(
    '2026-10-29-lar-30-window-dst.md',
  );
  await page.getByRole('link', { name: 'What is wrong with them' }).click();
  await expect(page).toHaveURL(/\/attention\/$/);
});

test('folds sessions in which nothing happened', async ({ page }) => {
  await page.goto('/sessions/');
  const september = page.getByRole('region', { name: 'September 2026' });
  const quiet = september.getByRole('group').getByRole('link');
  await expect(quiet.first()).toBeHidden();
  await september.getByText('1 session in which nothing happened').click();
  await expect(quiet).toHaveCount(1);
  await quiet.first().click();
  await expect(page.getByText('No prompts and no events are on record.')).toBeVisible();
});

test('splits a large archive into months', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.large.url}/sessions/`);
  await expect(page.getByRole('main')).toContainText('320 sessions (1 imported) in 1 project');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'November 2025',
    'October 2025',
    'September 2025',
  ]);
  const months = page.getByRole('navigation', { name: 'Months' });
  await expect(months.getByRole('link')).toHaveCount(11);
  await expect(months.getByRole('listitem').filter({ hasText: 'February' })).toHaveText('February 28');
  await months.getByRole('link', { name: 'February' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('February 2025');
  await expect(months.getByRole('link', { name: 'February' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'February 2025' }).getByRole('listitem')).toHaveCount(28);
});

test('names the machine of a session in lists and on its page', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.large.url}/sessions/`);
  const items = page.getByRole('main').getByRole('listitem');
  const named = items.filter({ has: page.getByText('on laptop', { exact: true }) });
  await expect(named).toHaveCount(1);
  await named.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/2025-11-13-step-316\/$/);
  await expect(page.locator('dt:text-is("Recorded on") + dd')).toHaveText('laptop');
  await page.goto(page.url().replace('2025-11-13-step-316', '2025-11-12-step-315'));
  await expect(page.locator('dt:text-is("Started")')).toBeVisible();
  await expect(page.locator('dt:text-is("Recorded on")')).toHaveCount(0);
});
