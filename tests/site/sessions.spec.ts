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
  await page.goto('/sessions/?task=LAR-30');
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

test('filters the list, and keeps the filters in the address', { tag: '@long' }, async ({ page }) => {
  await page.goto('/sessions/');
  const rows = page.locator('[data-found-sessions]').getByRole('listitem');
  const status = page.getByRole('search').getByRole('status');
  await expect(status).toHaveText('All 70 sessions');
  await page.getByRole('combobox', { name: 'Project' }).selectOption('larder');
  await expect(status).toHaveText('25 of 70 sessions');
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Memory miss');
  await page.getByLabel('From').fill('2026-10-01');
  await expect(page).toHaveURL(/\/sessions\/\?project=larder&tag=miss&from=2026-10-01$/);
  await expect(status).toHaveText('3 of 70 sessions');
  await expect(rows).toHaveCount(3);
  for (const row of await rows.all()) await expect(row).toContainText('larder');
  await expect(page.getByRole('heading', { name: 'September 2026' })).toBeHidden();

  await page.reload();
  await expect(status).toHaveText('3 of 70 sessions');
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue('larder');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(status).toHaveText('All 70 sessions');
  await expect(page).toHaveURL(/\/sessions\/$/);
  await expect(page.getByRole('region', { name: 'October 2026' })).toContainText(/^October 2026 *14 sessions/);
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeHidden();
  await page.goBack();
  await expect(status).toHaveText('3 of 70 sessions');
});

test('filters a large archive with a table', { tag: '@long' }, async ({ page, sites }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${sites.large.url}/sessions/`);
  expect(requests).not.toContain('/sessions/table.json');
  const status = page.getByRole('search').getByRole('status');
  const found = page.locator('[data-found-sessions] > li');
  await page.getByLabel('Branch').fill('step-3');
  await expect(status).toHaveText('1 of 320 sessions');
  await expect(found).toHaveText('Step-32025-01-04-home-robin-code-large');
  await page.getByLabel('Branch').fill('tep-31');
  await expect(status).toHaveText('11 of 320 sessions');
  await expect(page.getByRole('heading', { name: 'November 2025' })).toBeHidden();
  await page.getByLabel('Branch').fill('');
  await page.getByLabel('To', { exact: true }).fill('2025-12-31');
  await expect(status).toHaveText('320 of 320 sessions; showing the newest 300');
  await expect(found).toHaveCount(300);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('heading', { name: 'November 2025' })).toBeVisible();
  await expect(found).toHaveCount(0);
});

test('reports a table that cannot be loaded, and tries again', async ({ page, sites }) => {
  await page.route('**/sessions/table.json', (route) => route.abort());
  await page.goto(`${sites.large.url}/sessions/?branch=step-3`);
  const status = page.getByRole('search').getByRole('status');
  await expect(status).toHaveText('The list of sessions could not be loaded.');
  await page.unroute('**/sessions/table.json');
  await page.getByLabel('Branch').fill('step-4');
  await expect(status).toHaveText('1 of 320 sessions');
});

test('names the machine of a session in lists and on its page', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.large.url}/sessions/`);
  const items = page.locator('[data-session-months]').getByRole('listitem');
  const named = items.filter({ has: page.getByText('on laptop', { exact: true }) });
  await expect(named).toHaveCount(1);
  await named.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/2025-11-13-step-316\/$/);
  await expect(page.locator('dt:text-is("Recorded on") + dd')).toHaveText('laptop');
  await page.goto(page.url().replace('2025-11-13-step-316', '2025-11-12-step-315'));
  await expect(page.locator('dt:text-is("Started")')).toBeVisible();
  await expect(page.locator('dt:text-is("Recorded on")')).toHaveCount(0);
});
