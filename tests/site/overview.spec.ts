import { expect, test } from './fixtures.ts';

test('opens with the figures of the archive', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^\d+ sessions since June, \d+ prompts and \d+ events \(10 more unconfirmed\)\. Memory hit \d+ times and missed \d+ times; \d+ of those misses broke an existing rule\.$/,
  );
  const said = await page.getByRole('heading', { level: 1 }).textContent();
  const tags = page.getByRole('region', { name: 'Events by tag' });
  const counts = await tags.getByRole('listitem').allTextContents();
  expect(counts).toHaveLength(8);
  const numbers = counts.map((count) => Number(/\d+/.exec(count)?.[0]));
  expect(said).toContain(`${numbers.reduce((sum, count) => sum + count, 0)} events`);
  await expect(page.getByRole('contentinfo')).toContainText(String(said?.split(' since')[0]));
  const hits = numbers[counts.findIndex((count) => count.includes('Memory hit'))] ?? 0;
  const attended = Number(/Memory hit (\d+) times/.exec(String(said))?.[1]);
  await expect(tags).toContainText(`These counts include ${hits - attended} memory hits from unattended sessions`);
});

test('links to the latest sessions and narratives', async ({ page }) => {
  await page.goto('/');
  const latest = page.getByRole('region', { name: 'Latest sessions' });
  await expect(latest.getByRole('listitem')).toHaveCount(6);
  await latest.getByRole('link', { name: 'A winter report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A winter report, one page a box');
  await page.goBack();
  await page.getByRole('region', { name: 'Narratives' }).getByRole('link', { name: 'Minus eighteen grams' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minus eighteen grams');
});

test('a tag links to its events', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Memory miss/ })).toHaveAttribute('href', '/timeline/miss/');
  await page.getByRole('link', { name: /Memory miss/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Memory miss timeline');
});

test('a day of the calendar links to its sessions', async ({ page }) => {
  await page.goto('/');
  const day = page
    .getByRole('group', { name: /^Events per day/ })
    .getByRole('link', { name: /^Tue 17 Nov: 1 session, 11 events, missed/ });
  await expect(day).toHaveAttribute('href', '/on/11-17/#y-2026');
  await page.goto('/on/11-17/#y-2026');
  await expect(page.getByRole('region', { name: 'Tue 17 Nov 2026' }).getByRole('link')).toHaveText(
    'Invoice numbers without gaps',
  );
});

test('lists open mistakes with links to the trends', async ({ page }) => {
  await page.goto('/');
  const mistakes = page.getByRole('region', { name: 'Mistakes still open' }).getByRole('listitem');
  await expect(mistakes.filter({ hasText: /Broken|No rule/ })).toHaveCount(4);
  const [name = ''] = await mistakes.getByRole('heading').allTextContents();
  await mistakes.getByRole('heading').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/memory\/#c-[0-9a-f]{8}$/);
  await expect(page.locator(':target').getByRole('heading')).toHaveText(name.trim());
});

test('offers the calendar as CSV and SVG', async ({ page, request }) => {
  await page.goto('/');
  const files = page.getByRole('region', { name: 'Activity' });
  const csv = await request.get((await files.getByRole('link', { name: /^CSV/ }).getAttribute('href')) ?? '');
  expect(await csv.text()).toMatch(
    /^day,events,missed_despite_a_memory,candidates,sessions\r\n(?:\d{4}-\d\d-\d\d,\d+,[01],\d+,\d+\r\n)+$/,
  );
  expect((await request.get('/activity.svg')).headers()['content-type']).toContain('image/svg+xml');
});

test('labels the sample archive, and no other', async ({ page, sites }) => {
  await page.goto(sites.sample.url);
  await expect(page.getByRole('complementary')).toContainText('This is the sample archive.');
  await expect(page.getByRole('complementary')).toContainText('chronicle init');
  await page.goto(sites.own.url);
  await expect(page.getByRole('complementary')).toHaveCount(0);
});

test('an empty archive says what to do', async ({ page, sites }) => {
  for (const address of ['/', '/sessions/']) {
    await page.goto(`${sites.empty.url}${address}`);
    await expect(page.getByText('No sessions yet.')).toBeVisible();
    await expect(page.getByText(/\.claude\/projects$/)).toBeVisible();
  }
  await expect(page.getByRole('contentinfo')).not.toContainText('attention');
});
