import {
  IMPORTED_SESSION,
  MARKUP_SESSION,
  NOTED_SESSION,
  PROMPTS_SESSION,
  SESSION,
  SHAPES_SESSION,
} from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { LONG_WORD } from './hostile-session.ts';
import { SessionPage } from './pages/session-page.ts';

test('shows the events in the order of the file', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await expect(session.title).toHaveText('The byte we reserved and never checked');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('older readers report that disks');
  await expect(session.events).toHaveCount(12);
  await expect(session.events.first()).toContainText('08:46');
  await expect(session.events.first()).toContainText('Insight');
  await expect(session.event('1.0.1 sets bit 0').getByRole('code')).toContainText('off  1.0.0  1.0.1');
  await expect(session.narrative).toContainText('A field that is reserved but not checked is not reserved.');
  for (const fact of ['tm/60-unknown-flags', 'TM-60', '08:40', '2 h 44', '2 h 25', 'Opus 4.6', '+417', '11'])
    await expect(session.facts).toContainText(fact);
});

test('what was found in the transcript is hollow between the logged events, with the rest behind a fold', async ({
  page,
}) => {
  const session = new SessionPage(page);
  await page.goto(PROMPTS_SESSION);
  const found = session.events.and(page.locator('[data-found]'));
  const shown = await found.count();
  expect(shown).toBeGreaterThan(0);
  await expect(found.first()).toContainText('Found in the transcript');
  await expect(found.first().locator('use').first()).toHaveAttribute('href', /#.*found/);
  await expect(session.facts).toContainText(`${shown} of them in the transcript`);
  await page.goto(IMPORTED_SESSION);
  const more = page.locator('.more-found');
  await expect(more.locator('.event').first()).toBeHidden();
  await more.getByText(/^\d+ more events? found in the transcript$/).click();
  await expect(more.locator('.event').first()).toContainText('Found in the transcript');
  await expect(page.getByRole('button', { name: /^(?:Keep|Hide)$/ })).toHaveCount(0);
});

test('an address opens one event', async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  const href = await session.linkTo(session.event('Fuzz the header')).getAttribute('href');
  expect(href).toMatch(/^#e-[0-9a-f]{6}$/);
  await page.goto('about:blank');
  await page.goto(`${SESSION}${href}`);
  await expect(session.event('Fuzz the header')).toBeInViewport();
  const backgrounds = await session.events.evaluateAll((events) =>
    events.map((event) => getComputedStyle(event).backgroundColor),
  );
  expect(new Set(backgrounds.slice(-2)).size).toBe(2);
});

test('the link of an event copies its address', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const session = new SessionPage(page);
  await page.goto(SESSION);
  const link = session.linkTo(session.event('Fuzz the header'));
  await link.click();
  await expect(session.status).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${baseURL}${SESSION}${await link.getAttribute('href')}`,
  );
});

test('offers its source and JSON', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(SESSION);
  const source = await (await request.get(`${SESSION}index.md`)).text();
  expect(source).toMatch(/^---\nsession_id: /);
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(source);
  await expect(page.getByRole('link', { name: 'View source' })).toHaveAttribute('href', `${SESSION}index.md`);
  const document = await (await request.get(`${SESSION}index.json`)).json();
  await expect(page.getByRole('link', { name: 'JSON', exact: true })).toHaveAttribute('href', `${SESSION}index.json`);
  expect(document).toMatchObject({ project: 'tidemark', title: 'The byte we reserved and never checked' });
  expect(document.events).toHaveLength(11);
});

test('a click on a tag shows it alone, a shift-click adds one, and the address says so', { tag: '@long' }, async ({
  page,
}) => {
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await session.filter('Decision').click();
  await expect(session.event('Fuzz the header')).toBeVisible();
  await expect(session.event('Say in the release note')).toBeHidden();
  await session.filter('Insight').click();
  await expect(session.event('Fuzz the header')).toBeHidden();
  await session.filter('Decision').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\?tag=decision,insight$/);
  await expect(session.event('Fuzz the header')).toBeVisible();
  await session.filter('Decision').click();
  await expect(page).toHaveURL(/\?tag=decision$/);
  await session.filter('Decision').click();
  await expect(page).toHaveURL(/\/$/);
  await expect(session.event('Say in the release note')).toBeVisible();
});

test('a line that is not an event is shown in its place', { tag: '@long' }, async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(NOTED_SESSION);
  await expect(session.events.first()).toHaveText(
    '- 14:11 [DECISON] Put a schema version in the first line of every JSON stream',
  );
  await page.getByRole('link', { name: 'Show it' }).click();
  await expect(page.getByRole('article').filter({ hasText: 'Put a schema version' })).toBeInViewport();
});

test('its log is a conversation, with what was done and came of it', { tag: '@long' }, async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(`${PROMPTS_SESSION}#prompt-11`);
  await expect(page.getByRole('heading', { name: '12 prompts' })).toBeVisible();
  const eleventh = page.locator('#prompt-11');
  await expect(eleventh).toBeInViewport();
  await expect(eleventh).toContainText('A dry run that cannot be wrong');
  await expect(eleventh).toContainText('5 test runs, 2 failed');
  await expect(eleventh.locator('[data-tag="DECISION"]')).toContainText('In commit d40be71: Compute one plan');
  await expect(eleventh.locator('[data-tag="USER-CORRECTION"] .mark')).toHaveText('logged');
  await expect(page.locator('.conversation .event[data-tag]').first()).toContainText('Decision');
  await expect(page.locator('.pause')).toContainText('Thu 3 Sep 2026');
  await expect(session.facts).toContainText('+802 −192');
  await expect(session.facts.getByRole('link', { name: '#47' })).toHaveAttribute('href', /^https:\/\//);
});

test('headings of hostile text keep the outline', async ({ page }) => {
  await page.goto(MARKUP_SESSION);
  const levels = await page
    .getByRole('main')
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  expect(levels[0]).toBe(1);
  for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 1)).toBeLessThanOrEqual(1);
});

test('words of any length and direction fit', { tag: '@long' }, async ({ page }) => {
  const session = new SessionPage(page);
  await page.goto(SHAPES_SESSION);
  const list = await page.locator('.log').boundingBox();
  for (const event of [LONG_WORD, 'sentence of four hundred', '/very/long/path']) {
    const box = await session.event(event).getByRole('paragraph').first().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(
      (list?.x ?? 0) + (list?.width ?? 0),
    );
  }
  await expect(session.event('right to left').getByRole('paragraph')).toHaveCSS('direction', 'rtl');
  await expect(page.locator('li.pause')).toHaveText('Wed 3 Jun 2026');
});
