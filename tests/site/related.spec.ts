import { expectNothingForAxe } from './axe.ts';
import { expect, test } from './fixtures.ts';

const SESSION = '/sessions/larder/2026-09-08-lar-21-audit-column/';

test('an event leads to the earlier records that it is like', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}${SESSION}`);
  const event = page.getByRole('listitem').filter({ hasText: 'From rendering inside the report' }).last();
  const link = event.getByRole('link', { name: /The report held its transaction for 47 minutes/ });
  await expect(link).toBeHidden();
  await event.getByText('Like 1 earlier record').click();
  await expect(event).toContainText('2 Sep');
  await expectNothingForAxe(page);
  await link.click();
  await expect(page).toHaveURL(/\/sessions\/larder\/2026-09-01-[^/]*\/#e-[0-9a-f]{6}$/);
  await expect(page.locator(new URL(page.url()).hash)).toContainText('The report held its transaction');
});
