import { OBSERVED_SESSION } from './addresses.ts';
import { expectNothingForAxe } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a session has its observations under their prompts, on its line and behind a chip', { tag: '@long' }, async ({
  page,
  sites,
}) => {
  await page.goto(`${sites.sample.url}${OBSERVED_SESSION}`);
  const turn = page.locator('.turn', { hasText: "The docs branch won't push." });
  const observation = turn.locator('.fact', { hasText: 'Answers to the twelve oldest issues are due' });
  await expect(observation).toContainText('made 18 Nov 2026');
  await expect(observation).toContainText('due Tue 1 Dec 2026, from “by the first of December”');
  await expect(page.locator('.log').getByText('Answers to the twelve oldest issues are due')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Observations' })).toHaveCount(0);

  const id = await observation.getAttribute('id');
  const mark = page.locator(`.session-chart a[href="#${id}"]:visible`);
  await expect(mark).toHaveCount(1);
  const chip = page.getByRole('checkbox', { name: /^Observation/ });
  await chip.click();
  await expect(observation).toBeVisible();
  await page.getByRole('checkbox', { name: /^Error/ }).click();
  await expect(observation).toBeHidden();
  await expect(mark).toBeHidden();
  // A link to it still leads to it.
  await page.goto(`${sites.sample.url}${OBSERVED_SESSION}?tag=error#${id}`);
  await expect(observation).toBeVisible();
  await expect(observation).toBeInViewport();
  await expectNothingForAxe(page);
});

test("a project's page has the plan in its checkout, as text", async ({ quietPage: page, sites }) => {
  await page.goto(`${sites.single.url}/projects/planned/`);
  const plan = page.locator('section', { has: page.getByRole('heading', { name: 'Plan', exact: true }) });
  await expect(plan).toContainText('step 2 of 3');
  await expect(plan).toContainText('in .claude/plans/a/b.md');
  await expect(plan.getByRole('listitem').nth(1)).toContainText('next <img src=x onerror="window.harmed = true">');
  await expect(plan.locator('img, b')).toHaveCount(0);
  await expectNothingForAxe(page);
});

test("a project's page says where it stands and what to know", { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/larder/`);
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
  await expect(section('Where it stands')).toContainText('Next step');
  const book = section('What to know');
  await expect(book.getByRole('listitem').first()).toContainText('P1');
  await book.locator('summary').first().click();
  await expect(book.locator('details').first().getByRole('listitem').first()).toBeVisible();
  await book.getByRole('link', { name: 'Invoice numbers without gaps' }).first().click();
  await expect(page).toHaveURL(/\/sessions\/larder\/.*#o-[0-9a-f]{6}$/);
});
