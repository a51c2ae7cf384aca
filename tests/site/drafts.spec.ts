import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNothingForAxe } from './axe.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, test } from './fixtures.ts';

/** Secrets that must stay in the draft's own files. */
const SECRETS = /karotten-suppe|\/home\/robin\/code/;
const SLUG = 'which-clock-is-this';
const PAGE = `/drafts/${SLUG}/`;

let dev: DevServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  dev = await startDev('projects/-home-robin-code-larder', 'session-chronicle');
});
test.afterAll(() => dev.stop());

/** Opens a page of the dev server and waits until its scripts have loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`${dev.url}${address}`);
  await page.waitForLoadState('networkidle');
}

function finding(page: Page, kind: string): Locator {
  return page.getByRole('group', { name: kind });
}

function fileOf(name: string): string {
  return readFileSync(join(dev.config, 'session-chronicle/drafts', name), 'utf8');
}

test('a draft must be reviewed before export, and its page shows no secret', async ({ quietPage: page }) => {
  test.slow();
  await open(page, '/drafts/');
  await expect(page.getByRole('listitem').filter({ hasText: 'Which clock is this?' })).toContainText('In draft');
  await page.getByRole('link', { name: /^Review \d findings: Which clock is this/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which clock is this?');
  await expect(finding(page, 'Password').getByRole('radio')).toHaveCount(1);
  await expect(finding(page, 'Home path').getByRole('radio')).toHaveCount(2);
  await expect(finding(page, 'E-mail address')).toContainText('write to robin@larder-coop.org [email].');
  await expect(finding(page, 'Quoted correction').getByRole('radio', { name: 'Leave the event out' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Export' })).toContainText(`chronicle export ${SLUG} --to astro`);
  await expect(page.getByRole('region', { name: 'Draft text' }).getByRole('img').first()).toBeVisible();
  await expect(page.getByText('The scan can miss things')).toBeVisible();
  expect(await page.content()).not.toMatch(SECRETS);
});

test('findings are decided by mouse and keyboard, and saved by hash', { tag: '@long' }, async ({ page }) => {
  await open(page, PAGE);
  await finding(page, 'Password').getByRole('radio', { name: 'Replace' }).check();
  await expect(finding(page, 'Password')).toContainText('Decided: replace');
  await page.waitForLoadState('networkidle');
  await finding(page, 'Private host').getByRole('radio', { name: 'Replace' }).focus();
  await page.keyboard.press('Space');
  await expect(finding(page, 'Private host')).toContainText('Decided: replace');
  await expect(finding(page, 'Private host').getByRole('radio', { name: 'Replace' })).toBeFocused();
  await expect(page.getByRole('status')).toHaveText('The private host will be replaced.');
  expect(fileOf(`${SLUG}.redactions.yml`)).not.toMatch(SECRETS);
  expect(fileOf(`${SLUG}.redactions.yml`).match(/: replace$/gm)?.length).toBe(4);
});

test('a draft’s page fits a phone and passes axe, light and dark', { tag: '@long' }, async ({ page }) => {
  await open(page, PAGE);
  for (const width of [320, 1280]) {
    await expectNothingForAxe(page, [width]);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow), `${width} wide`).toBe(0);
  }
});

test('a button creates a draft in dev and opens it', async ({ quietPage: page }) => {
  test.slow();
  await open(page, '/narratives/');
  const buttons = page.getByRole('button', { name: /^Create draft of / });
  const before = await buttons.count();
  await buttons.first().click();
  await expect(page).toHaveURL(/\/drafts\/[\w-]+\/$/);
  await expect(page.getByRole('status')).toContainText(/^The draft [\w-]+ was created\.$/);
  const [, slug] = /\/drafts\/([\w-]+)\/$/.exec(page.url()) ?? [];
  expect(fileOf(`${slug}.md`)).not.toBe('');
  await page.goto(`${dev.url}/narratives/`);
  await expect(buttons).toHaveCount(before - 1);
});
