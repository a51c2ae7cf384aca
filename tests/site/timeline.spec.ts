import { SESSION } from './addresses.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { TimelinePage } from './pages/timeline-page.ts';

test('shows all tags on one time axis, and lists their events by month', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/');
  await expect(timeline.lanes).toHaveCount(9);
  await expect(timeline.lane('Error').locator('.lane-name')).toHaveText(/^\s*Error\s+\d+/);
  const months = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(months.slice(0, 2)).toEqual(['November 2026', 'October 2026']);
  await expect(timeline.event('Plotted nights by date')).toBeVisible();
  await expect(timeline.events.last()).toBeHidden();
  await page.getByText('Show July').click();
  await expect(timeline.month('July 2026').getByRole('listitem').last()).toBeVisible();
});

test('a mark opens its event, and so does a row', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/');
  const mark = timeline.lane('Insight').locator(`a[href^="${SESSION}"]`).first();
  await mark.click();
  await expect(page).toHaveURL(new RegExp(`${SESSION}#e-`));
  await expect(page.locator(':target')).toContainText('Insight');
  await page.goBack();
  await timeline.event('Plotted nights by date').getByRole('link').click();
  await expect(page.locator(':target')).toContainText('Plotted nights by date');
});

test('tags and projects can be hidden without JavaScript', async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  const timeline = new TimelinePage(page);
  await page.goto(`${sites.own.url}/timeline/`);
  const event = timeline.event('Plotted nights by date');
  const markOpacity = () =>
    timeline
      .lane('Insight')
      .locator('a[href^="/sessions/nestbox/"]')
      .first()
      .evaluate((mark) => getComputedStyle(mark).opacity);

  await timeline.filter('tag', 'Error').uncheck();
  await expect(event).toBeHidden();
  await expect(timeline.lane('Error')).toBeHidden();
  await expect(timeline.lane('Insight')).toBeVisible();
  await timeline.filter('tag', 'Error').check();

  await timeline.filter('project', 'nestbox').uncheck();
  await expect(event).toBeHidden();
  await expect(timeline.lane('Error')).toBeVisible();
  expect(await markOpacity()).toBe('0.1');
  await timeline.filter('project', 'nestbox').check();
  await expect(event).toBeVisible();
  expect(await markOpacity()).toBe('1');
});

test('a day without visible events is hidden', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/?tag=correction');
  const shown = timeline.days.filter({ visible: true });
  const count = await shown.count();
  expect(count).toBeGreaterThan(0);
  await expect(shown.filter({ hasText: 'Correction' })).toHaveCount(count);
  expect(count).toBeLessThan(await timeline.month('November 2026').locator('.day').count());
});

test('keeps the filters in the address', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/?tag=error,miss&project=larder');
  await expect(timeline.filter('tag', 'Error')).toBeChecked();
  await expect(timeline.filter('tag', 'Insight')).not.toBeChecked();
  await expect(timeline.filter('project', 'tidemark')).not.toBeChecked();
  await timeline.filter('tag', 'Error').uncheck();
  await expect(page).toHaveURL(/\/timeline\/\?tag=miss&project=larder$/);
  await timeline.filter('project', 'larder').uncheck();
  await expect(page).toHaveURL(/\?tag=miss&project=$/);
});

test('a tag has a timeline of its own', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/');
  await timeline.lane('Memory miss').getByRole('link', { name: 'Memory miss' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Memory miss timeline');
  await expect(timeline.lanes).toHaveCount(1);
  await expect(timeline.events.filter({ hasNotText: /Memory miss/ })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Timelines' }).getByRole('link', { name: 'All tags' }).click();
  await expect(page).toHaveURL(/\/timeline\/$/);
});

test('offers the numbers as a table and as files', async ({ page, request, baseURL }) => {
  await page.goto('/timeline/');
  await page.getByText('Show the numbers').click();
  await expect(page.getByRole('table', { name: 'Events by tag' }).getByRole('columnheader')).toHaveCount(11);
  const weeks = await request.get(`${baseURL}/timeline/weeks.csv`);
  expect(await weeks.text()).toMatch(
    /^week,tag,events,candidates,observations\r\n2026-\d\d-\d\d,[A-Z-]+,\d+,\d+,0\r\n/,
  );
  expect(await (await request.get(`${baseURL}/timeline/weeks.csv`)).text()).toMatch(
    /\r\n2026-\d\d-\d\d,,0,0,[1-9]\d*\r\n/,
  );
  const lanes = await request.get(`${baseURL}/timeline/lanes.svg`);
  expect(lanes.headers()['content-type']).toContain('image/svg+xml');
  expect(await lanes.text()).toContain('<title>Events by tag, ');
});

test('observations have a lane, a chip and rows of their own', async ({ page }) => {
  const timeline = new TimelinePage(page);
  await page.goto('/timeline/');
  const lane = timeline.lane('Observation');
  const marks = lane.locator('.lane-events a');
  const count = await marks.count();
  await expect(lane.locator('.count')).toHaveText(String(count));
  const rows = timeline.events.filter({ has: page.locator('.tag-name', { hasText: /^Observation$/ }) });
  await expect(rows).toHaveCount(count);

  await timeline.filter('tag', 'Observation').uncheck();
  await expect(lane).toBeHidden();
  await expect(rows.first()).toBeHidden();
  await expect(page).toHaveURL(/\?tag=decision,.*candidate$/);
  await timeline.filter('tag', 'Observation').check();

  await expect(lane.getByRole('link', { name: 'Observation' })).toHaveAttribute('href', '/search/?q=kind:observation');
  const address = await marks.last().getAttribute('href');
  expect(address).toMatch(/#o-[0-9a-f]{6}$/);
  await marks.last().click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await expect(page.locator(':target')).toBeInViewport();
});

test('a large archive is split into periods', async ({ page, sites }) => {
  const timeline = new TimelinePage(page);
  await page.goto(`${sites.large.url}/timeline/`);
  const quarters = page.getByRole('navigation', { name: 'Quarters' });
  await expect(quarters.getByRole('link')).toHaveText(['Oct to Dec', 'Jul to Sep', 'Apr to Jun', 'Jan to Mar']);
  await expect(quarters.getByRole('link', { name: 'Oct to Dec' })).toHaveAttribute('aria-current', 'page');
  await expect(timeline.days).not.toHaveCount(0);

  await quarters.getByRole('link', { name: 'Jan to Mar' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('January to March 2025');
  await expect(timeline.days).toHaveCount(0);
  await page.getByRole('region', { name: 'March 2025' }).getByRole('link', { name: 'Week of 10 Mar 2025' }).click();
  await expect(page).toHaveURL(/\/timeline\/2025-w11\/$/);
  await expect(timeline.days).toHaveCount(7);
  await expect(timeline.events).toHaveCount(7 * 62);
  await page.getByRole('link', { name: 'Later: Week of 17 Mar 2025' }).click();
  await expect(page).toHaveURL(/2025-w12\/$/);
});

test('a bar opens the list of its events', async ({ page, sites }) => {
  const timeline = new TimelinePage(page);
  await page.goto(`${sites.large.url}/timeline/2025-q1/`);
  await timeline.lane('Error').locator('.lane-events a').last().click();
  await expect(page).toHaveURL(/\/timeline\/2025-w14\/#d-2025-03-31$/);
  await expect(page.locator(':target')).toBeInViewport();
});

test('an empty archive says so', async ({ page, sites }) => {
  for (const address of ['/timeline/', '/timeline/miss/']) {
    await page.goto(`${sites.empty.url}${address}`);
    await expect(page.getByText('No sessions yet.')).toBeVisible();
  }
  await page.goto(`${sites.single.url}/timeline/error/`);
  await expect(page.getByText('No events with this tag.')).toBeVisible();
});
