import { inboxSentence } from '#src/archive/inbox.ts';
import { lifeline } from '#src/chart/lifeline.ts';
import { standalone } from '#src/chart/standalone.ts';
import { GT_MERGE, HOSTILE } from '../unit/chart/marks.ts';
import { expect, test } from './fixtures.ts';

test('opens with the figures of the archive', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^A diary of your work with Claude Code: \d+ sessions in [a-z]+ projects since June\.$/,
  );
  const said = await page.getByRole('main').textContent();
  await expect(page.getByRole('contentinfo')).toContainText(/Code: (\d+ sessions)/.exec(String(said))?.[1] ?? '?');
  const events = /(\d+ events)/.exec(String(said))?.[1] ?? '?';
  await expect(page.getByRole('contentinfo')).toContainText(events);
});

test('says where each project was left, and copies a prompt to go on', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const left = page.getByRole('region', { name: 'Pick up where you left off' });
  const larder = left.getByRole('listitem').filter({ hasText: 'larder' }).first();
  await expect(larder).toContainText('Next step');
  await larder.getByRole('button', { name: /^Copy as a prompt/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^Continue “.+” \(2026-\d\d-\d\d, .+\)\.\nIt suggested as the next step: .+\nFor what it left: chronicle recall [0-9a-f]{8}$/,
  );
});

test('labels the sample archive, and no other', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.sample.url);
  await expect(page.getByRole('complementary')).toContainText('This is the sample archive.');
  await expect(page.getByRole('complementary')).toContainText('chronicle init');
  await page.goto(sites.own.url);
  await expect(page.getByRole('complementary')).toHaveCount(0);
});

test('an empty archive says what to do', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.empty.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing recorded yet.');
  await expect(page.getByRole('main').getByText('chronicle init')).toBeVisible();
  await expect(page.getByText(/\.claude\/projects$/)).toBeVisible();
  await page.goto(`${sites.empty.url}/sessions/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await expect(page.getByText(/\.claude\/projects$/)).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toContainText('attention');
});

test('one session is shown with how to add earlier ones', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.first.url);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 session in one project');
  await expect(page.getByRole('main')).toContainText('chronicle import transcripts --dry-run');
  await page.getByRole('region', { name: 'Latest sessions' }).getByRole('link', { name: 'Round' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Round');
});

test('a file that cannot be read is named, in place of an empty archive', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(sites.broken.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 file could not be read.');
  await page.getByRole('main').getByRole('link', { name: 'The Problems page' }).click();
  await expect(page.getByRole('main')).toContainText('2025-01-01-torn.md:1:1');
  await page.goto(`${sites.broken.url}/sessions/`);
  await expect(page.getByRole('main')).toContainText('1 file could not be read.');
  await expect(page.getByText('No sessions yet.')).toHaveCount(0);
});

test('as much waits on the overview as in the inbox, and problems are beside it on both', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/`);
  const sum = (counts: string[]) => counts.reduce((total, count) => total + Number(count), 0);
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const total = sum(await waiting.getByRole('listitem').locator('strong').allTextContents());
  const card = await waiting.innerText();
  await expect(waiting.locator('header p')).toHaveText(String(total));
  const [, also = ''] = /Also: (.+)/.exec(card) ?? [];
  await page.goto(`${sites.sample.url}/inbox/`);
  const inbox = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  expect(inbox).toContain(inboxSentence({ total }));
  expect(inbox).toContain(`Also: ${also}`);
  const [, proposals, findings] = /(\d+) proposals?\b.*?(\d+) open findings? in/.exec(inbox) ?? [];
  expect(Number(proposals) + Number(findings)).toBe(total);
});

test('the calendar shows a year on a desktop and its last quarter on a phone', async ({ page }) => {
  await page.goto('/');
  const cells = page.locator('.calendar rect, .calendar circle[r="1"]');
  const shown = () => cells.evaluateAll((all) => all.filter((cell) => cell.getBoundingClientRect().width > 0).length);
  const days = await cells.count();
  expect(days).toBeGreaterThan(52 * 7);
  expect(await shown()).toBe(days);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await shown()).toBe(days - 40 * 7);
  const [box, first] = await Promise.all([
    page.getByRole('region', { name: 'Activity' }).boundingBox(),
    cells.nth(40 * 7).boundingBox(),
  ]);
  expect(first?.x).toBeGreaterThan(box?.x ?? 0);
  expect(first?.x).toBeLessThan((box?.x ?? 0) + 40);
});

test('SVG files are valid XML, whatever their text', async ({ page }) => {
  const drawing = standalone(lifeline({ ...GT_MERGE, name: `${HOSTILE}\0\x1b[31m\uD800 ]]> <!--` }));
  const root = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return parsed.querySelector('parsererror, script, a')?.outerHTML ?? parsed.documentElement.localName;
  }, drawing);
  expect(root).toBe('svg');
});
