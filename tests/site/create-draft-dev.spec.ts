import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, test } from './fixtures.ts';

let dev: DevServer;

test.beforeAll(async () => {
  dev = await startDev('projects/-home-robin-code-larder');
});
test.afterAll(() => dev.stop());

test('a button creates a draft in dev and opens it', async ({ quietPage: page }) => {
  test.slow();
  await page.goto(`${dev.url}/narratives/`);
  await page.waitForLoadState('networkidle');
  const buttons = page.getByRole('button', { name: /^Create draft of / });
  const before = await buttons.count();
  await buttons.first().click();
  await expect(page).toHaveURL(/\/drafts\/[\w-]+\/$/);
  await expect(page.getByRole('status')).toContainText(/^The draft [\w-]+ was created\.$/);
  const made = readdirSync(join(dev.config, 'session-chronicle/drafts')).flatMap((name) =>
    name.endsWith('.md') ? [name.slice(0, -3)] : [],
  );
  expect(new URL(page.url()).pathname).toBe(`/drafts/${made.join()}/`);
  await page.goto(`${dev.url}/narratives/`);
  await expect(buttons).toHaveCount(before - 1);
});

test('without a dev server the same button copies a command, and says so', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/narratives/');
  const button = page.getByRole('button', { name: /^Copy draft command: chronicle draft new \S+$/ }).first();
  await expect(button).toHaveText('Copy draft command');
  await button.click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^chronicle draft new \S+$/);
});
