import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES, SERIES, SESSION } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('a series page lists its parts, and each event links to its session', async ({ page }) => {
  await page.goto('/series/');
  await page.getByRole('link', { name: 'Teaching a machine to remember' }).click();
  await expect(page).toHaveURL(SERIES);
  await expect(page.getByRole('main')).toContainText('3 parts, 11 events from 8 sessions');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('1. The rule that was written down');
  await page.getByRole('link', { name: 'Logged 7 Aug' }).first().click();
  await expect(page.locator(':target')).toContainText('Value date of a booking');
});

test('an outline can be copied as Markdown and downloaded', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(SERIES);
  await page.getByRole('button', { name: 'Copy outline' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^# Teaching a machine to remember\n\n## 1\. The rule/,
  );
  const href = await page.getByRole('link', { name: 'Download YAML' }).getAttribute('href');
  expect(await (await page.request.get(href ?? '')).text()).toMatch(/^title: Teaching a machine to remember\nparts:\n/);
});

test('in print, an outline is only its parts', async ({ page }) => {
  await page.goto(SERIES);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('1. The rule that was written down')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
});

test('narratives are listed next to the outline, with their states', async ({ page }) => {
  await page.goto(PAGES.narratives);
  const row = page
    .getByRole('region', { name: 'Queue' })
    .getByRole('listitem')
    .filter({ hasText: 'Thirty-eight crates' });
  await expect(row).toContainText('In draft');
  await expect(row.getByRole('link', { name: /finding/ })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Series outline' })).toContainText('3. Memory is advice');
  await expect(page.getByRole('region', { name: 'Sessions that belong together' })).toContainText(
    'chronicle draft new ',
  );
});

test('a site without series says how to start one', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.single.url}/series/`);
  await expect(page.getByRole('main')).toContainText('chronicle series new');
});

test('a session’s page has the command that exports it', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(SESSION);
  await page.getByRole('button', { name: 'Copy the command that exports this session' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'chronicle export 2026-11-11-tm-60-unknown-flags --to astro --out ../blog',
  );
});

test('a built site has no draft, no finding and nothing to edit', { tag: '@long' }, async ({ page, sites }) => {
  const files = readdirSync(sites.own.directory, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.startsWith('drafts'))).toEqual([]);
  for (const file of files.filter((name) => /\.(?:html|json|xml|yml)$/.test(name)))
    expect(readFileSync(join(sites.own.directory, file), 'utf8'), file).not.toMatch(
      /karotten-suppe|larder-coop|data-outlines=|data-finding=/,
    );
  await page.goto(SESSION);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to a series' })).toHaveCount(0);
});
