import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNothingForAxe } from './axe.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, pageWith, test } from './fixtures.ts';

/** Secrets that must stay in the draft's own files. */
const SECRETS = /karotten-suppe|\/home\/robin\/code/;
const SLUG = 'which-clock-is-this';
const PAGE = `/drafts/${SLUG}/`;
const EVENT = '/sessions/larder/2026-11-17-lar-33-invoice-numbers/';

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
  return readFileSync(join(dev.config, 'session-chronicle', name), 'utf8');
}

test('a draft must be reviewed before export, and its page shows no secret', async ({ quietPage: page }) => {
  test.slow();
  await open(page, '/drafts/');
  await expect(page.getByRole('listitem').filter({ hasText: 'Which clock is this?' })).toContainText('In draft');
  await page.getByRole('link', { name: /^Review \d findings: Which clock is this/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which clock is this?');
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await expect(steps.locator('[aria-current="step"]')).toContainText('Redaction');
  await expect(page.getByRole('region', { name: 'Beats' })).toContainText('6 of 28 events');
  await expect(finding(page, 'Password').getByRole('radio')).toHaveCount(1);
  await expect(finding(page, 'Home path').getByRole('radio')).toHaveCount(2);
  await expect(finding(page, 'E-mail address')).toContainText('write to robin@larder-coop.org [email].');
  await expect(finding(page, 'Quoted correction').getByRole('radio', { name: 'Leave the event out' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download draft' })).toBeDisabled();
  await expect(page.getByText('The scan can miss things')).toBeVisible();
  expect(await page.content()).not.toMatch(SECRETS);
  expect((await page.request.get(`${dev.url}${PAGE}astro.md`)).status()).toBe(409);
});

test('while findings must be decided, the page says how, and what comes next', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${dev.url}${PAGE}`);
  const target = page.getByRole('region', { name: 'Export' });
  await expect(target).toContainText(/Decide the finding marked “Must decide” first.* in a terminal:/s);
  await expect(target.getByText('in the review on this page')).toBeHidden();
  await expect(target.getByText(`chronicle draft redact ${SLUG}`)).toBeVisible();
  await expect(target).toContainText('Then export the post with its figures from a terminal');
  await page.context().close();
});

test('a decided finding stays in place, and its choice keeps the focus', { tag: '@long' }, async ({ page }) => {
  await open(page, PAGE);
  const kinds = () => page.locator('.finding .kind').allTextContents();
  const before = await kinds();
  const keep = finding(page, 'E-mail address').getByRole('radio', { name: 'Keep' });
  await keep.click();
  await expect(finding(page, 'E-mail address')).toContainText('Decided: keep');
  await page.waitForLoadState('networkidle');
  expect(await kinds()).toEqual(before);
  await expect(keep).toBeFocused();
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
  expect(fileOf(`drafts/${SLUG}/redactions.yml`)).not.toMatch(SECRETS);
  expect(fileOf(`drafts/${SLUG}/redactions.yml`).match(/: replace$/gm)?.length).toBe(4);
  await expect(page.getByRole('link', { name: 'Download draft' })).toBeVisible();
  const post = await (await page.request.get(`${dev.url}${PAGE}astro.md`)).text();
  expect(post).toMatch(/^---\ntitle: .*Which clock is this/);
  expect(post).not.toMatch(SECRETS);
});

test('the page follows the text while you write', { tag: '@long' }, async ({ page }) => {
  await open(page, PAGE);
  appendFileSync(join(dev.config, `session-chronicle/drafts/${SLUG}/draft.mdx`), '\n{1 + 1}\n\nA last word.\n');
  await expect(page.getByRole('region', { name: 'Draft text' })).toContainText('A last word.');
  await expect(page.getByRole('region', { name: 'Left out of the post' })).toContainText('draft.mdx:');
  await expect(page.getByRole('main')).toContainText('In draft');
  await expect(page.getByRole('main')).toContainText('Fix 1 problem before you export this draft');
  await expect(page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Export' })).toContainText('left out of the post first');
  await open(page, '/drafts/');
  await page.getByRole('link', { name: 'See problems: Which clock is this?' }).click();
  await expect(page).toHaveURL(`${dev.url}${PAGE}`);
});

test('without scripts, a target can be chosen and the command for findings is shown', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${dev.url}${PAGE}`);
  await page.getByText('Hugo', { exact: true }).click();
  const target = page.getByRole('region', { name: 'Export' });
  await expect(target.getByText(`content/posts/${SLUG}/index.md`)).toBeVisible();
  await expect(target.getByText(`src/content/blog/${SLUG}.md`)).toBeHidden();
  await expect(page.getByText(`chronicle draft redact ${SLUG}`)).toBeVisible();
  await expect(finding(page, 'E-mail address').getByRole('radio').first()).toBeHidden();
  await page.context().close();
});

test('an event is added to a series with a, and the focus stays', { tag: '@long' }, async ({ page }) => {
  await open(page, EVENT);
  await page.keyboard.press('?');
  await expect(page.getByText('Add the focused event to a series')).toBeVisible();
  await open(page, EVENT);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Add to a series' });
  await expect(dialog.getByRole('button', { name: '1. The rule that was written down' })).toBeFocused();
  await dialog.getByRole('button', { name: '3. Memory is advice' }).click();
  await expect(page.getByRole('status')).toHaveText('Added to part 3, Memory is advice.');
  expect(fileOf('series/teaching-a-machine-to-remember.yml')).toContain(
    '      - e1c01753-d28e-4b3e-ab86-636c803a6411#e-2d4289\n',
  );
  await page.waitForLoadState('networkidle');
  await expect(page.locator('#e-2d4289')).toBeFocused();
});

test('without an event in focus, the key a says what to do', { tag: '@long' }, async ({ page }) => {
  await open(page, EVENT);
  await page.keyboard.press('a');
  await expect(page.getByRole('status')).toHaveText('Choose an event first: press j or k, or click one.');
  await open(page, '/drafts/');
  await page.keyboard.press('a');
  await expect(page.getByRole('status')).toHaveText('');
});

test('on a phone, a tapped event can be added to a series', { tag: '@long' }, async ({ browser }) => {
  const page = await pageWith(browser, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const add = page.getByRole('button', { name: 'Add to a series' });
  await page.goto(`${dev.url}${EVENT}#e-2d4289`);
  await expect(page.locator('#e-2d4289').getByRole('button', { name: 'Add to a series' })).toBeInViewport();
  await page.locator('.event').nth(1).locator('.words').tap();
  await expect(page.locator('.event').nth(1).getByRole('button', { name: 'Add to a series' })).toBeVisible();
  await expect(add).toBeInViewport();
  const { x = 0, width = 0 } = (await add.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(390);
  await add.tap();
  await expect(page.getByRole('dialog', { name: 'Add to a series' })).toBeVisible();
  await page.context().close();
});

test('a draft’s page fits a phone and passes axe, light and dark', { tag: '@long' }, async ({ page }) => {
  await open(page, PAGE);
  for (const width of [320, 1280]) {
    await expectNothingForAxe(page, [width]);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow), `${width} wide`).toBe(0);
  }
});
