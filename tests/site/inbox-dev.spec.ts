import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIResponse, Locator, Page } from '@playwright/test';
import { expectNothingForAxe } from './axe.ts';
import { type DevServer, startDevInTerminal } from './dev-server.ts';
import { expect, test } from './fixtures.ts';

const LARDER = 'projects/-home-robin-code-larder';
const TIDEMARK = 'projects/-home-robin-code-tidemark';
const UPLOADS = 'feedback_untrusted_uploads.md';

let dev: DevServer & { shown(): string };

test.describe.configure({ mode: 'serial' });
test.skip(process.platform !== 'linux', 'needs the script of util-linux');
test.beforeAll(async () => {
  dev = await startDevInTerminal('projects', 'session-chronicle');
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

/** The last code in the terminal, once it has one for this. */
async function codeFor(what: string): Promise<string> {
  const shown = () => dev.shown().replace(/\s+/g, ' ');
  await expect.poll(shown).toContain(`Code to ${what}`);
  return /: ([a-z0-9]{6}) /.exec(shown().slice(shown().lastIndexOf(`Code to ${what}`)))?.[1] ?? '';
}

/** Sends an edit as a page of the server does, with other headers. */
function send(page: Page, path: string, data: object, headers: Record<string, string> = {}): Promise<APIResponse> {
  return page.request.post(`${dev.url}/edit/${path}`, { data, headers: { origin: dev.url, ...headers } });
}

test('a rule is approved with the code that only the terminal shows, once, and undone the same way', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  const memory = join(dev.config, LARDER, 'memory', UPLOADS);
  const ledger = () => fileOf(`${LARDER}/chronicle/memory-ledger.jsonl`).trimEnd().split('\n');
  const [lines, index] = [ledger().length, fileOf(`${LARDER}/memory/MEMORY.md`)];
  await openInbox(page);
  await openItem(page, UPLOADS);
  await page.keyboard.press('y');
  const dialog = page.getByRole('dialog', { name: `Apply this change to ${UPLOADS}?` });
  await expect(dialog).toContainText('+Open an uploaded sheet with the reader that knows no links');
  await expect(dialog).toContainText('+MEMORY.md: - [Feedback untrusted uploads]');
  const code = await codeFor('apply p-ac8bf8, NEW feedback_untrusted_uploads.md of larder');
  expect(await page.content()).not.toContain(code);
  const box = dialog.getByLabel('Type the code that the terminal of chronicle dev shows now.');
  await box.fill('aaaaaa');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This is not the code for this change.');
  expect(existsSync(memory)).toBe(false);
  await box.fill(code.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.locator('.inbox-decided')).toContainText(`${UPLOADS}, approved`);
  expect(readFileSync(memory, 'utf8')).toContain('read_sheet()');
  expect(ledger()).toHaveLength(lines + 1);
  expect(JSON.parse(ledger().at(-1) ?? '')).toMatchObject({ source: 'retro', action: 'new', file: UPLOADS });
  expect(fileOf(`${LARDER}/chronicle/memory/proposals.jsonl`)).toMatch(/"id":"p-ac8bf8","state":"approved"/);
  expect(
    readdirSync(join(dev.config, LARDER, 'chronicle/memory/backups')).some((name) => name.endsWith('-p-ac8bf8')),
  ).toBe(true);

  await page.waitForLoadState('networkidle');
  await page.keyboard.press('u');
  const undo = page.getByRole('dialog', { name: `Undo “${UPLOADS}, approved”?` });
  await expect(undo).toContainText('-Open an uploaded sheet');
  await undo.getByRole('textbox').fill(await codeFor('undo that'));
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('details[open]')).toContainText(UPLOADS);
  expect(existsSync(memory)).toBe(false);
  expect(fileOf(`${LARDER}/memory/MEMORY.md`)).toBe(index);
  expect(JSON.parse(ledger().at(-1) ?? '')).toMatchObject({ action: 'undo', file: UPLOADS });
});

test('a code is for one change as it was shown', { tag: '@long' }, async ({ page }) => {
  await openInbox(page);
  const row = item(page, UPLOADS);
  const shown = await row.getAttribute('data-shown-apply');
  const skip = await row.getAttribute('data-shown-skip');
  const project = await row.getAttribute('data-project');
  const apply = { project, proposal: 'p-ac8bf8', verb: 'apply', shown, code: null };
  expect((await send(page, 'proposal', apply, { origin: 'http://localhost:3000' })).status()).toBe(403);
  expect(await (await send(page, 'proposal', apply)).json()).toMatchObject({ needsCode: true });
  const code = await codeFor('apply p-ac8bf8');
  const other = await send(page, 'proposal', { ...apply, verb: 'skip', shown: skip, code });
  expect([other.status(), await other.json()]).toEqual([403, { error: expect.stringContaining('no longer valid') }]);
  const path = join(dev.config, LARDER, 'memory', UPLOADS);
  writeFileSync(path, 'Somebody wrote it meanwhile.\n');
  const stale = await send(page, 'proposal', { ...apply, code });
  expect([stale.status(), await stale.json()]).toEqual([
    409,
    { error: expect.stringMatching(/has changed since this page showed it\..*Nothing was changed\./) },
  ]);
  expect(readFileSync(path, 'utf8')).toBe('Somebody wrote it meanwhile.\n');
  // The page reloads by itself.
  await expect(row.locator('[data-decide="apply"]')).toHaveCount(0);
  await expect(row).toContainText('The file has changed since this was proposed, so it cannot be applied.');
});

test('a rule is edited before it is approved, and checked like any proposal', { tag: '@long' }, async ({ page }) => {
  await openInbox(page);
  const rule = item(page, 'reference_bsd_tools.md');
  await rule.locator('summary').click();
  await page.keyboard.press('e');
  const box = rule.getByLabel('The whole file');
  const text = await box.inputValue();
  await box.fill('No front matter.');
  await rule.getByRole('button', { name: 'Save the proposal' }).click();
  await expect(page.getByRole('status')).toContainText('Your text has 1 problem');
  await box.fill(text.replace('also in a hotfix', 'above all in a hotfix'));
  await rule.getByRole('button', { name: 'Save the proposal' }).click();
  await expect(rule.locator('.diff')).toContainText('above all in a hotfix');
  await expect(rule.locator('details')).toHaveAttribute('open');
  expect(fileOf(`${TIDEMARK}/chronicle/memory/proposals.jsonl`)).toMatch(
    /"id":"p-40acba","state":"skipped".*"replaced_by":"p-/,
  );
  expect(fileOf(`${TIDEMARK}/memory/reference_bsd_tools.md`)).not.toContain('above all');
});

test('a proposal is skipped with a code', { tag: '@long' }, async ({ page }) => {
  await openInbox(page);
  await openItem(page, 'feedback_locked_install.md');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Skip this proposal for feedback_locked_install.md?' });
  await dialog.getByRole('textbox').fill(await codeFor('skip p-f6cb64'));
  await page.keyboard.press('Enter');
  await expect(page.locator('.inbox-decided')).toContainText('feedback_locked_install.md, skipped');
  expect(fileOf(`${TIDEMARK}/chronicle/memory/proposals.jsonl`)).toMatch(/"id":"p-f6cb64","state":"skipped"/);
});

test('findings of a draft are decided one by one, and the value of a secret is not on the page', {
  tag: '@long',
}, async ({ page }) => {
  const decisions = () => fileOf('session-chronicle/drafts/which-clock-is-this/redactions.yml');
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
