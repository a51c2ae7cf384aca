import { SESSION } from './addresses.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { TimelinePage } from './pages/timeline-page.ts';

const NEWEST_EIGHT = '28 Sep to 22 Nov 2026';

test('shows the newest eight weeks: what they have, a lane for each tag, and the newest thirty rows', async ({
  page,
}) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  await expect(timeline.window).toHaveText(NEWEST_EIGHT);
  await expect(timeline.words).toHaveText(
    /^\s*8 weeks · \d+ sessions · \d+ of \d+ events \(\d+ found in transcripts\), \d+ observations/,
  );
  await expect(timeline.preset('8 weeks')).toHaveAttribute('aria-current', 'true');
  await expect(timeline.lanes).toHaveCount(9);
  await expect(timeline.lane('Error').locator('.lane-name')).toHaveText(/^\s*Error\s+\d+/);
  await expect(timeline.events).toHaveCount(30);
  await expect(timeline.event('Plotted nights by date')).toBeVisible();
});

test('a mark says what it is and opens its event, and so does a row', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  const mark = timeline.lane('Insight').locator(`a[href^="${SESSION}"]:visible`).first();
  await mark.hover();
  await expect(page.locator('.tip')).toContainText(/^Insight.*Wed 11 Nov, \d\d:\d\d.*TM-60/);
  await page.keyboard.press('Escape');
  await expect(page.locator('.tip')).toHaveCount(0);
  await mark.click();
  await expect(page).toHaveURL(new RegExp(`${SESSION}#e-`));
  await expect(page.locator(':target')).toContainText('Insight');
  await page.goBack();
  await timeline.event('Plotted nights by date').getByRole('link').click();
  await expect(page.locator(':target')).toContainText('Plotted nights by date');
});

test('a click shows a tag alone, a shift-click adds one, and another click shows all again', { tag: '@long' }, async ({
  page,
}) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  const all = await timeline.words.textContent();
  await timeline.chip('Tags', 'Error').click();
  await expect(page).toHaveURL(/\/timeline\/\?tag=error$/);
  await expect(timeline.lanes).toHaveCount(1);
  await expect(timeline.events.filter({ hasNotText: 'Error' })).toHaveCount(0);
  await expect(page.getByText('Errors alone. Click the tag again for all')).toBeVisible();
  const count = await timeline.chip('Tags', 'Error').locator('.count').textContent();
  await expect(timeline.words).toContainText(`${count} of `);
  await expect(timeline.lane('Error').locator('.count')).toHaveText(count ?? '');

  await timeline.chip('Tags', 'Memory miss').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\?tag=error,miss$/);
  await expect(timeline.lanes).toHaveCount(2);
  await timeline.chip('Tags', 'Error').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\?tag=miss$/);
  await timeline.lane('Memory miss').getByRole('link', { name: 'Memory miss' }).click();
  await expect(page).toHaveURL(/\/timeline\/$/);
  await expect(timeline.words).toHaveText(all ?? '');
});

test('projects are chosen like tags, and each group of chips counts with the other', { tag: '@long' }, async ({
  page,
}) => {
  const timeline = new TimelinePage(page);
  await timeline.open('?tag=error,miss&project=larder');
  await expect(timeline.chip('Projects', 'larder')).toHaveAttribute('aria-current', 'true');
  await expect(timeline.chip('Tags', 'Error')).toHaveAttribute('aria-current', 'true');
  await expect(timeline.chip('Tags', 'Insight')).not.toHaveAttribute('aria-current');
  const count = await timeline.chip('Projects', 'larder').locator('.count').textContent();
  await expect(timeline.words).toContainText(`${count} of `);
  await expect(timeline.days.filter({ hasNotText: 'larder' })).toHaveCount(0);
  await timeline.chip('Projects', 'tidemark').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\?tag=error,miss&project=larder,tidemark$/);
  await timeline.chip('Projects', 'All projects').click();
  await expect(page).toHaveURL(/\?tag=error,miss$/);
  await page.goto('/timeline/?tag=nothing,&project=%3Cscript%3E');
  await expect(timeline.lanes).toHaveCount(9);
});

test('the weeks are moved with the pointer', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  // Its left edge, at 17 of 25 weeks.
  await timeline.drag(17 / 25, 20 / 25);
  await expect(page).toHaveURL(/\?from=2026-10-19&to=2026-11-22$/);
  await expect(timeline.window).toHaveText('19 Oct to 22 Nov 2026');
  // All of it.
  await timeline.drag(22 / 25, 19 / 25);
  await expect(timeline.window).toHaveText('28 Sep to 1 Nov 2026');
  // A stretch outside it.
  await timeline.drag(8.5 / 25, 10.5 / 25);
  await expect(timeline.window).toHaveText('27 Jul to 16 Aug 2026');
  await expect(timeline.days.first()).toContainText(/Aug/);
  const words = await timeline.words.textContent();
  await page.reload();
  await expect(timeline.words).toHaveText(words ?? '');
  await page.goBack();
  await expect(timeline.window).toHaveText('28 Sep to 1 Nov 2026');
  await page.goForward();
  await expect(timeline.window).toHaveText('27 Jul to 16 Aug 2026');
});

test('the weeks are moved with keys, in one step of the history', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  await timeline.slider('Last week').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'PageDown']) await page.keyboard.press(key);
  await expect(timeline.window).toHaveText('28 Sep to 11 Oct 2026');
  await expect(timeline.slider('Last week')).toHaveAttribute('aria-valuetext', 'Sun 11 Oct 2026');
  await timeline.slider('First week').focus();
  await page.keyboard.press('Home');
  await expect(timeline.window).toHaveText('1 Jun to 11 Oct 2026');
  await timeline.slider('Shown weeks').focus();
  await page.keyboard.press('ArrowRight');
  await expect(timeline.window).toHaveText('8 Jun to 18 Oct 2026');
  await page.goBack();
  await expect(page).toHaveURL(/\/timeline\/$/);
  await expect(timeline.window).toHaveText(NEWEST_EIGHT);
});

test('presets show other weeks, and a bar the weeks it counts', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  await timeline.preset('All').click();
  await expect(page).toHaveURL(/\?range=all$/);
  await expect(timeline.words).toContainText(/25 weeks · .* (\d+) of \1 events/);
  const bar = timeline.lane('Decision').locator('[data-days="2026-07-20 2026-07-23"]');
  const title = await bar.locator('title').textContent();
  expect(title).toMatch(/^20 Jul to 23 Jul 2026: \d+ decisions/);
  await bar.hover();
  await expect(page.locator('.tip')).toHaveText(title ?? '');
  await bar.click();
  await expect(timeline.window).toHaveText('20 Jul to 26 Jul 2026');
  await timeline.preset('4 weeks').click();
  await expect(timeline.window).toHaveText('26 Oct to 22 Nov 2026');
});

test('lists 120 more at a time', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  const more = page.getByRole('button', { name: 'Show 120 more' });
  await more.click();
  await expect(timeline.events).toHaveCount(150);
  await expect(timeline.events.nth(30)).toBeFocused();
  const all = Number(/150 of (\d+)/.exec((await page.locator('[data-list-words]').textContent()) ?? '')?.[1]);
  await page.getByRole('button', { name: `Show ${Math.min(120, all - 150)} more` }).click();
  await expect(timeline.events).toHaveCount(Math.min(270, all));
  await timeline.chip('Tags', 'Memory hit').click();
  await expect(timeline.events).toHaveCount(Number(await timeline.lane('Memory hit').locator('.count').textContent()));
  await expect(page.locator('[data-more]')).toBeHidden();
});

test('an address with the anchor of a day shows its week', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open('#d-2026-08-12');
  await expect(timeline.window).toHaveText('10 Aug to 16 Aug 2026');
  await expect(page.locator('#d-2026-08-12')).toBeInViewport();
});

test('without a script, months list everything and tags lead to pages of their own', { tag: '@long' }, async ({
  browser,
  sites,
}) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  const timeline = new TimelinePage(page);
  await page.goto(`${sites.own.url}/timeline/`);
  await expect(timeline.events).toHaveCount(30);
  await expect(page.getByText('Show 120 more')).toBeHidden();
  await expect(page.getByText('Click a tag to see it alone')).toBeHidden();
  await expect(timeline.preset('All')).toBeHidden();
  await page.getByRole('navigation', { name: 'Months' }).getByRole('link', { name: 'October' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('October 2026');
  const count = Number(/^(\d+) events/.exec((await page.locator('.lede').textContent())?.trim() ?? '')?.[1]);
  await expect(timeline.events.and(page.locator('[data-tag]:not([data-tag="OBSERVATION"])'))).toHaveCount(count);
  await expect(timeline.events.last()).toBeHidden();
  await page.locator('.more-rows summary').last().click();
  await expect(timeline.events.last()).toBeVisible();
  await page.getByRole('link', { name: 'Earlier: September 2026' }).click();
  await expect(page).toHaveURL(/\/timeline\/2026-09\/$/);
  await page.goto(`${sites.own.url}/timeline/`);
  await timeline.chip('Tags', 'Error').click();
  await expect(page).toHaveURL(/\/timeline\/error\/$/);
  await page.context().close();
});

test('a tag has a timeline of its own, and leads to its weeks', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/miss/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Memory miss timeline');
  await expect(timeline.lanes).toHaveCount(1);
  await expect(timeline.events.filter({ hasNotText: /Memory miss/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Look closer in the timeline' }).click();
  await expect(page).toHaveURL(/\/timeline\/\?tag=miss&range=all$/);
  await expect(timeline.lanes).toHaveCount(1);
  await page.goto('/timeline/miss/');
  await page.getByRole('navigation', { name: 'Timelines' }).getByRole('link', { name: 'All tags' }).click();
  await expect(page).toHaveURL(/\/timeline\/$/);
});

test('offers the numbers as a table, which follows the weeks and tags, and as files', { tag: '@long' }, async ({
  page,
  request,
  baseURL,
}) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  await page.getByText('Show the numbers').click();
  const table = page.getByRole('table', { name: 'Events by tag' });
  await expect(table.getByRole('columnheader')).toHaveCount(11);
  await timeline.chip('Tags', 'Error').click();
  await expect(table.getByRole('columnheader')).toHaveText(['Days', 'Error', 'Found in transcripts']);
  const cells = await table.locator('td:nth-of-type(1)').allTextContents();
  const sum = cells.reduce((all, cell) => all + Number(cell), 0);
  await expect(timeline.lane('Error').locator('.count')).toHaveText(String(sum));
  const weeks = await request.get(`${baseURL}/timeline/weeks.csv`);
  expect(await weeks.text()).toMatch(/^week,tag,events,found,observations\r\n2026-\d\d-\d\d,[A-Z-]+,\d+,\d+,0\r\n/);
  expect(await (await request.get(`${baseURL}/timeline/weeks.csv`)).text()).toMatch(
    /\r\n2026-\d\d-\d\d,,0,0,[1-9]\d*\r\n/,
  );
  const lanes = await request.get(`${baseURL}/timeline/lanes.svg`);
  expect(lanes.headers()['content-type']).toContain('image/svg+xml');
  expect(await lanes.text()).toContain('<title>Events by tag, ');
});

test('observations have a lane, a chip and rows of their own', { tag: '@long' }, async ({ page }) => {
  const timeline = new TimelinePage(page);
  await timeline.open();
  await timeline.chip('Tags', 'Observation').click();
  await expect(page).toHaveURL(/\?tag=observation$/);
  await expect(timeline.lanes).toHaveCount(1);
  const count = Number(await timeline.lane('Observation').locator('.count').textContent());
  await expect(timeline.words).toContainText(`0 of `);
  await expect(timeline.words).toContainText(`${count} observations`);
  await expect(timeline.events).toHaveCount(Math.min(30, count));
  const mark = timeline.lane('Observation').locator('a[data-run]').last();
  await mark.hover();
  await expect(mark).toHaveAttribute('href', /#o-[0-9a-f]{6}$/);
  const address = await mark.getAttribute('href');
  await mark.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.locator(':target')).toBeInViewport();
});

test('a phone gets wider columns, and the scale above each lane', { tag: '@long' }, async ({ browser, sites }) => {
  const page = await pageWith(browser, { viewport: { width: 390, height: 800 } });
  const timeline = new TimelinePage(page);
  await timeline.open('', sites.own.url);
  const titles = async () => timeline.lane('Error').locator('.lane-events:visible title').allTextContents();
  expect((await titles()).at(-1)).toMatch(/^\d+ \w+ to \d+ \w+ 2026: /);
  await expect(timeline.lane('Error').locator('.lane-most:visible')).toHaveText(/max \d/);
  await timeline.chip('Tags', 'Error').click();
  await expect(timeline.lanes).toHaveCount(1);
  expect((await titles()).at(-1)).toMatch(/^\d+ \w+ to \d+ \w+ 2026: /);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(async () => expect((await titles()).at(-1)).toMatch(/^\d+ \w+ 2026: /)).toPass();
  await page.context().close();
});

test('a large archive is split into periods', { tag: '@long' }, async ({ page, sites }) => {
  const timeline = new TimelinePage(page);
  await timeline.open('', sites.large.url);
  await expect(timeline.events).toHaveCount(30);
  await page.goto(`${sites.large.url}/timeline/2025-q1/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('January to March 2025');
  await expect(timeline.days).toHaveCount(0);
  await page.getByRole('region', { name: 'March 2025' }).getByRole('link', { name: 'Week of 10 Mar 2025' }).click();
  await expect(page).toHaveURL(/\/timeline\/2025-w11\/$/);
  await expect(page.locator('.day[id]')).toHaveCount(7);
  await expect(timeline.events).toHaveCount(7 * 62);
  await page.getByRole('link', { name: 'Later: Week of 17 Mar 2025' }).click();
  await expect(page).toHaveURL(/2025-w12\/$/);
});

test('a bar of a page opens the list of its events', { tag: '@long' }, async ({ page, sites }) => {
  const timeline = new TimelinePage(page);
  await page.goto(`${sites.large.url}/timeline/2025-q1/`);
  await timeline.lane('Error').locator('.lane-events:visible a').last().click();
  await expect(page).toHaveURL(/\/timeline\/2025-w14\/#d-2025-03-31$/);
  await expect(page.locator(':target')).toBeInViewport();
});

test('an empty archive says so, and one with few sessions is only listed', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  for (const address of ['/timeline/', '/timeline/miss/']) {
    await page.goto(`${sites.empty.url}${address}`);
    await expect(page.getByText('No sessions yet.')).toBeVisible();
  }
  await page.goto(`${sites.single.url}/timeline/error/`);
  await expect(page.getByText('No events with this tag.')).toBeVisible();
  await page.goto(`${sites.single.url}/timeline/`);
  await expect(page.getByText('From five sessions on, this page draws')).toBeVisible();
  await expect(page.locator('.lanes, .brush')).toHaveCount(0);
  await expect(page.locator('.day .event').first()).toBeVisible();
});
