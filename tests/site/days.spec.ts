import { expect, test } from './fixtures.ts';

test('shows the sessions of a day, by year', async ({ page }) => {
  await page.goto('/on/11-18/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('18 November');
  const year = page.getByRole('region', { name: 'Wed 18 Nov 2026' });
  await expect(year).toContainText('8 events');
  await year.getByRole('listitem').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/sessions\/tidemark\/2026-11-18-main\/$/);
});

test('a session past midnight is on both days', { tag: '@long' }, async ({ page }) => {
  for (const [day, events] of [
    ['06-02', '1 event'],
    ['06-03', '7 events'],
  ]) {
    await page.goto(`/on/${day}/`);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('region')).toContainText(String(events));
  }
});

test('links to the days before and after, and back', { tag: '@long' }, async ({ page }) => {
  await page.goto('/on/11-18/');
  const days = page.getByRole('navigation', { name: 'Earlier and later days' });
  await days.getByRole('link', { name: 'Earlier: 17 November' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('17 November');
  await days.getByRole('link', { name: 'Later: 18 November' }).click();
  await expect(page).toHaveURL(/\/on\/11-18\/$/);
  expect(await days.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('rel')))).toEqual([
    'prev',
    'next',
  ]);
});

test('a day without sessions says so, and an invalid day is not found', async ({ page, sites }) => {
  await page.goto('/on/12-24/');
  await expect(page.getByRole('main')).toContainText('No sessions on 24 December.');
  await expect(page.getByRole('link', { name: /^Earlier/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Later/ })).toHaveCount(0);
  await page.goto(`${sites.empty.url}/on/12-24/`);
  await expect(page.getByRole('link', { name: /^Earlier|^Later/ })).toHaveCount(0);
  expect((await page.goto('/on/02-30/'))?.status()).toBe(404);
});
