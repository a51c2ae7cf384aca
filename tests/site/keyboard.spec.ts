import { SESSION } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

test('j and k move between events, skipping hidden ones, and Escape leaves them', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await page.keyboard.press('j');
  await expect(session.events.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(session.events.nth(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(session.events.first()).toBeFocused();
  await session.filter('Decision').check();
  await page.keyboard.press('j');
  await expect(session.event('Treat it as data corruption')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).toBeFocused();
});

test('j continues from the event in the address', async ({ page }) => {
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
  await expect(session.title).toHaveText('Build and tag 1.0');
  await page.waitForLoadState();
  await page.keyboard.press(']');
  await expect(session.title).toHaveText('The byte we reserved and never checked');
});

test('g and a letter open a part of the site', { tag: '@long' }, async ({ page }) => {
  const parts = {
    h: '/',
    s: '/sessions/',
    t: '/timeline/',
    m: '/memory/',
    i: '/inbox/',
    n: '/narratives/',
    p: '/projects/',
  };
  for (const [letter, address] of Object.entries(parts)) {
    await test.step(`g and ${letter} lead to ${address}`, async () => {
      await page.goto('/attention/');
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('banner').locator('[aria-current="page"]')).toHaveAttribute('href', address);
    });
  }
});

test('c copies the link to the focused event and says so', { tag: '@long' }, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(session.status).toHaveText('Copied');
  await expect(session.status).toBeInViewport();
  const href = await session.linkTo(session.events.first()).getAttribute('href');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${baseURL}${SESSION}${href}`);
});

test('single keys can be switched off, and stay off', { tag: '@long' }, async ({ page }) => {
  const session = new SessionPage(page);
  const keysSwitch = page.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await page.goto(SESSION);
  await page.keyboard.press('?');
  await keysSwitch.uncheck();
  await page.goto(SESSION);
  for (const key of ['j', '?', 'g', 'n']) await page.keyboard.press(key);
  await expect(session.events.first()).not.toBeFocused();
  await expect(page).toHaveURL(SESSION);
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await expect(keysSwitch).not.toBeChecked();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible();
});

test('typing in a text field triggers no shortcut', { tag: '@long' }, async ({ page }) => {
  await page.goto('/search/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('g n?/');
  await expect(page.getByRole('searchbox')).toHaveValue('g n?/');
  await expect(page).toHaveURL(/\/search\//);
});
