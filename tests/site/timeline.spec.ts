import type { Page } from '@playwright/test';
import { SESSION } from './addresses.ts';
import { expect, pageWith, test } from './fixtures.ts';

const lanes = (page: Page) => page.locator('.lanes > li:visible');
const lane = (page: Page, tag: string) => page.locator('.lanes > li').filter({ hasText: tag });
const rows = (page: Page) => page.locator('.day .event:visible');
const chip = (page: Page, of: 'Tags' | 'Projects', name: string) =>
  page.getByRole('list', { name: of }).getByRole('link', { name: new RegExp(`^\\s*${name}`) });

test('shows the newest eight weeks: what they have, a lane for each tag, and the newest thirty rows', async ({
  page,
}) => {
  await page.goto('/timeline/');
  await expect(page.getByRole('heading', { name: '28 Sep to 22 Nov 2026' })).toBeVisible();
  await expect(page.getByText(/\d+ sessions · \d+ events, \d+ observations/)).toBeVisible();
  await expect(lanes(page)).toHaveCount(9);
  await expect(lane(page, 'Error').locator('.lane-name')).toHaveText(/^\s*Error\s+\d+/);
  await expect(rows(page)).toHaveCount(30);
});

test('a mark says what it is and opens its event, and so does a row', async ({ page }) => {
  await page.goto('/timeline/');
  const mark = lane(page, 'Insight').locator(`a[href^="${SESSION}"]:visible`).first();
  await expect(mark.locator('title')).toHaveText(/^Wed 11 Nov, \d\d:\d\d: /);
  await mark.click();
  await expect(page).toHaveURL(new RegExp(`${SESSION}#e-`));
  await expect(page.locator(':target')).toContainText('Insight');
  await page.goBack();
  await rows(page).filter({ hasText: 'Plotted nights by date' }).getByRole('link').click();
  await expect(page.locator(':target')).toContainText('Plotted nights by date');
});

test('a click shows a tag alone, a shift-click adds one, and another click shows all again', async ({ page }) => {
  await page.goto('/timeline/');
  const error = chip(page, 'Tags', 'Error');
  await error.click();
  await expect(page).toHaveURL(/\/timeline\/\?tag=error$/);
  await expect(lanes(page)).toHaveCount(1);
  expect(await rows(page).count()).toBeGreaterThan(3);
  await expect(rows(page).filter({ hasNotText: 'Error' })).toHaveCount(0);
  await chip(page, 'Tags', 'Memory miss').click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\?tag=error,miss$/);
  await expect(lanes(page)).toHaveCount(2);
  await error.click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\?tag=miss$/);
  await lane(page, 'Memory miss').getByRole('link', { name: 'Memory miss' }).click();
  await expect(page).toHaveURL(/\/timeline\/$/);
  await expect(lanes(page)).toHaveCount(9);
  await page.goBack();
  await expect(lanes(page)).toHaveCount(1);
});

test('projects are chosen like tags: rows of others disappear, and their marks are dimmed', async ({ page }) => {
  await page.goto('/timeline/?tag=decision,insight&project=larder');
  await expect(chip(page, 'Projects', 'larder')).toHaveAttribute('aria-current', 'true');
  await expect(chip(page, 'Tags', 'Insight')).toHaveAttribute('aria-current', 'true');
  await expect(page.locator('.day:visible').filter({ hasNotText: 'larder' })).toHaveCount(0);
  const marks = lane(page, 'Decision').locator('[data-project]:not([data-dim])');
  const all = await marks.evaluateAll((each) => each.map((mark) => mark.getAttribute('data-project')));
  expect(new Set(all)).toEqual(new Set(['larder']));
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await expect(page).toHaveURL(/\/timeline\/2026-11\/\?tag=decision,insight&project=larder$/);
  await chip(page, 'Projects', 'All projects').click();
  await expect(page).toHaveURL(/\?tag=decision,insight$/);
  await page.goto('/timeline/?tag=nothing,&project=%3Cscript%3E,__proto__');
  await expect(lanes(page)).toHaveCount(9);
});

test('without a script, periods list everything and tags lead to pages of their own', async ({ browser, sites }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false });
  await page.goto(`${sites.own.url}/timeline/`);
  await expect(page.getByText('Click a tag to see it alone')).toBeHidden();
  await page.getByRole('link', { name: 'Quarter', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('October to December 2026');
  await page.getByRole('navigation', { name: 'Months' }).getByRole('link', { name: 'October' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('October 2026');
  const events = page.locator('.day .event');
  await expect(events.last()).toBeHidden();
  await page.locator('.more-rows summary').last().click();
  await expect(events.last()).toBeVisible();
  await page.getByRole('link', { name: 'Earlier: September 2026' }).click();
  await expect(page).toHaveURL(/\/timeline\/2026-09\/$/);
  await page.goto(`${sites.own.url}/timeline/`);
  await chip(page, 'Tags', 'Error').click();
  await expect(page).toHaveURL(/\/tags\/error\/$/);
  await page.context().close();
});

test('an empty archive says so, and one with few sessions is only listed', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.empty.url}/timeline/`);
  await expect(page.getByText('No sessions yet.')).toBeVisible();
  await page.goto(`${sites.single.url}/timeline/`);
  await expect(page.getByText('From five sessions on, this page draws')).toBeVisible();
  await expect(page.locator('.lanes')).toHaveCount(0);
  await expect(page.locator('.day .event').first()).toBeVisible();
});
