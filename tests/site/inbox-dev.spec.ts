import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNothingForAxe } from './axe.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, test } from './fixtures.ts';

const LARDER = 'projects/-home-robin-code-larder';
const UPLOADS = 'feedback_untrusted_uploads.md';

let dev: DevServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  dev = await startDev('projects', 'session-chronicle');
});
test.afterAll(() => dev.stop());

function fileOf(name: string): string {
  return readFileSync(join(dev.config, name), 'utf8');
}

/** Opens the inbox, and waits until its script has loaded. */
async function openInbox(page: Page): Promise<void> {
  await page.goto(`${dev.url}/inbox/`);
  await expect(page.locator('[data-item] > details[open]')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
}

function item(page: Page, text: string): Locator {
  return page.locator('[data-item]').filter({ hasText: text });
}

/** Opens an item, unless it is the one that the page opens. */
async function openItem(page: Page, text: string): Promise<Locator> {
  const one = item(page, text);
  if ((await one.locator('details[open]').count()) === 0) await one.locator('summary').click();
  return one;
}

function openTitle(page: Page): Locator {
  return page.locator('details[open] .inbox-title');
}

test('a proposal has its change, its evidence and the commands that decide it, and no page can decide it', {
  tag: '@long',
}, async ({ page }) => {
  await openInbox(page);
  const row = await openItem(page, UPLOADS);
  await expect(row.locator('.diff')).toContainText('+Open an uploaded sheet with the reader that knows no links');
  await expect(row.getByRole('button', { name: 'Copy apply command' })).toHaveAttribute(
    'data-copy',
    'chronicle memory apply p-ac8bf8',
  );
  await page.keyboard.press('y');
  for (const path of ['proposal', 'revision']) {
    const data = { project: '-home-robin-code-larder', proposal: 'p-ac8bf8', verb: 'apply', shown: '', code: null };
    const answer = await page.request.post(`${dev.url}/edit/${path}`, { data, headers: { origin: dev.url } });
    expect(answer.status()).toBe(400);
  }
  expect(existsSync(join(dev.config, LARDER, 'memory', UPLOADS))).toBe(false);
});

test('findings of a draft are decided one by one, and the value of a secret is not on the page', {
  tag: '@long',
}, async ({ page }) => {
  const decisions = () => fileOf('session-chronicle/drafts/which-clock-is-this.redactions.yml');
  const kept = decisions().match(/: keep$/gm)?.length ?? 0;
  await openInbox(page);
  const draft = item(page, 'Which clock is this?');
  await draft.locator('summary').click();
  expect(await page.content()).not.toMatch(/karotten-suppe/);
  await page.keyboard.press('n');
  await expect(draft).toContainText('3 open findings');
  await page.keyboard.press('y');
  await expect(page.locator('.inbox-decided')).toContainText('password, replaced');
  await expect(openTitle(page)).toContainText('Which clock is this?');
  await page.waitForLoadState('networkidle');
  await draft
    .locator('[data-finding]')
    .filter({ hasText: 'mail address' })
    .getByRole('button', { name: 'Keep' })
    .click();
  await expect(draft).toContainText('1 open finding');
  expect([decisions().match(/: keep$/gm)?.length, decisions().includes('karotten')]).toEqual([kept + 1, false]);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('u');
  await expect(draft).toContainText('2 open findings');
});

test('the inbox passes axe where it decides, and hides keys on phones', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await openInbox(page);
  await openItem(page, UPLOADS);
  await expect(item(page, UPLOADS).locator('.diff')).toBeVisible();
  await expectNothingForAxe(page, [390, 1280]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('list', { name: 'Keys' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('main kbd:visible')).toHaveCount(0);
});
