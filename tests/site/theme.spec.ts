import type { Page } from '@playwright/test';
import { expect, pageWith, test } from './fixtures.ts';

const LIGHT = 'rgb(251, 250, 246)';
const DARK = 'rgb(22, 21, 18)';

test('follows the system until a theme is chosen, and again afterwards', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  expect(await paper(page)).toBe(LIGHT);
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  expect(await paper(page)).toBe(DARK);
  await page.goto('/sessions/');
  expect(await paper(page)).toBe(DARK);
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  expect(await paper(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await paper(page)).toBe(DARK);
});

test('works without JavaScript: theme, filters, folds, and no dead buttons', async ({ browser, baseURL }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false, colorScheme: 'dark' });
  await page.goto(`${baseURL}/sessions/`);
  expect(await paperWithoutScripts(page)).toBe(DARK);
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.getByText('1 session in which nothing happened').click();
  await page.getByRole('link', { name: 'The byte we reserved and never checked' }).click();
  await page.getByRole('checkbox', { name: /^Correction/ }).check();
  await expect(page.locator('.log').getByText('Fuzz the header')).toBeHidden();
  await expect(page.locator('.log').getByText('Say in the release note').first()).toBeVisible();
  await page.goto(`${baseURL}/attention/`);
  await expect(page.getByRole('link', { name: 'Open in editor' }).first()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.context().close();
});

function paper(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

/** Without JavaScript, the theme is read from the first pixel. */
async function paperWithoutScripts(page: Page): Promise<string> {
  return page.locator('html').evaluate((element) => getComputedStyle(element).backgroundColor);
}
