import { SESSION } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

test('j and k go from event to event, past those that are left out', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await page.keyboard.press('j');
  await expect(session.events.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(session.events.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(session.events.first()).toBeFocused();
  await session.filter('Insight').uncheck();
  await page.keyboard.press('j');
  await expect(session.event('Treat it as data corruption')).toBeFocused();
});

test('j goes on from the event of the address', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  const href = await session.linkTo(session.events.nth(4)).getAttribute('href');
  await page.goto(`${SESSION}${href}`);
  await page.keyboard.press('j');
  await expect(session.events.nth(5)).toBeFocused();
});

test('brackets go to the session before and after', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await page.keyboard.press('[');
  await expect(session.title).toHaveText(/^Rotate the application key/);
  await page.keyboard.press(']');
  await expect(session.title).toHaveText('The byte we reserved and never checked');
});

for (const key of ['/', 'Control+k', 'Meta+k']) {
  test(`${key} leads to search`, async ({ page }) => {
    await page.goto(SESSION);
    await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/search\/$/);
  });
}

test('keys with a modifier are the browser’s', async ({ page }) => {
  await page.goto(SESSION);
  await page.keyboard.press('Alt+j');
  await page.keyboard.press('Control+j');
  await expect(page.locator('body')).toBeFocused();
});

test('single keys can be switched off, and stay off', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await page.getByRole('button', { name: 'Single-key shortcuts: on' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Single-key shortcuts: off' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(session.events.first()).not.toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(page).toHaveURL(/\/search\/$/);
});
