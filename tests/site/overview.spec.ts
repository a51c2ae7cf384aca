import { expect, test } from './fixtures.ts';

test('opens with what the archive says', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^\d+ sessions since June, \d+ events\. Memory held \d+ times and failed \d+ times\.$/,
  );
  const said = await page.getByRole('heading', { level: 1 }).textContent();
  const counts = await page
    .getByRole('region', { name: 'What the sessions are made of' })
    .getByRole('listitem')
    .allTextContents();
  expect(counts).toHaveLength(8);
  const numbers = counts.map((count) => Number(/\d+$/.exec(count.trim())?.[0]));
  expect(said).toContain(`${numbers.reduce((sum, count) => sum + count, 0)} events`);
  await expect(page.getByRole('contentinfo')).toContainText(String(said?.split(' since')[0]));
});

test('leads to the latest sessions and narratives', async ({ page }) => {
  await page.goto('/');
  const latest = page.getByRole('region', { name: 'Latest sessions' });
  await expect(latest.getByRole('listitem')).toHaveCount(6);
  await latest.getByRole('link', { name: 'Winter report' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter report');
  await page.goBack();
  await page.getByRole('region', { name: 'Narratives' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#narrative$/);
});

test('a tag leads to its events', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Memory miss/ })).toHaveAttribute('href', '/search/?tag=miss');
});

test('says of the sample that it is one, and of the owner’s archive nothing', async ({ page, sites }) => {
  await page.goto(sites.sample.url);
  await expect(page.getByRole('complementary')).toContainText('This is the sample archive.');
  await expect(page.getByRole('complementary')).toContainText('claude plugin install session-chronicle');
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
