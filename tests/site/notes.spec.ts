import { expectNothingForAxe } from './axe.ts';
import { expect, test } from './fixtures.ts';

test('a session links an attempt to the earlier session that made it', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/sessions/nestbox/2026-09-18-nb-14-brownout/`);
  await page.getByRole('link', { name: 'tried before, 31 Aug' }).click();
  await expect(page).toHaveURL(/\/sessions\/nestbox\/2026-08-31-nb-12-ota\/#n-[0-9a-f]{6}$/);
  const target = page.locator(new URL(page.url()).hash);
  await expect(target).toContainText('sdkconfig.defaults');
  await expect(target).toBeInViewport();
});

test('a project shows its open questions and leads to its notes', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/larder/`);
  const questions = page.getByRole('region', { name: 'Open questions' });
  await expect(questions.getByText('Does the tax office accept exports by month?')).toBeVisible();
  await expect(questions.getByText('asked in 2 sessions')).toBeVisible();
  await expect(questions.getByText('Should the confirmation say du or Sie?')).toHaveCount(0);
  await page.getByRole('link', { name: '73 notes in 9 sessions' }).click();
  await expect(page.locator('a.hit').first()).toBeVisible();
  await expect(page.getByText('73 matches in 9 sessions')).toBeVisible();
});

test('a session without a handoff shows what its last compaction left to do', async ({ quietPage: page, sites }) => {
  await page.goto(`${sites.single.url}/search/?q=kind:outcome+"cookie+jar"`);
  await page.locator('a.hit').click();
  await expect(page).toHaveURL(/#left$/);
  const left = page.getByRole('region', { name: 'Left to do' });
  await expect(left).toContainText('From the summary of the compaction at 09:40, not written as a handoff');
  await expect(left.getByRole('listitem')).toHaveText([
    'Empty the cookie jar',
    '<script>window.harmed = true</script>',
  ]);
  await expect(left.getByRole('definition').last()).toHaveText('Take step 1');
  await expect(left.locator('script, img')).toHaveCount(0);
  await expectNothingForAxe(page);
});

test('a search finds notes and leads to them', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/search/?q=kind:note+freezegun`);
  await expect(page.locator('a.hit')).toHaveCount(2);
  await page.locator('a.hit').first().click();
  await expect(page).toHaveURL(/#n-/);
  await expect(page.locator(new URL(page.url()).hash)).toContainText('freezegun');
});

test('a session shows its handoff and its observations, and a search leads to them', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/search/?q=kind:observation+"asks+the+clock+itself"`);
  await page.locator('a.hit').click();
  const observation = page.locator(new URL(page.url()).hash);
  await expect(observation).toContainText('Only the clock module may ask for the date');
  await observation.getByText('3 facts and the story').click();
  await expect(observation.getByText('A lint rule does not have to be remembered.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Handoff' })).toContainText('Suggested Next');
});

test("a project's page says where it stands, what is due and what to know", async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/larder/`);
  const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
  await expect(section('Where it stands')).toContainText('Suggested Next');
  await expect(section('Dates ahead').getByRole('listitem').first()).toContainText('17 Dec');
  const book = section('What to know');
  await expect(book.getByRole('listitem').first()).toContainText('P1');
  await book.locator('summary').first().click();
  await expect(book.locator('details').first().getByRole('listitem').first()).toBeVisible();
  await book.getByRole('link', { name: 'Invoice numbers without gaps' }).first().click();
  await expect(page).toHaveURL(/\/sessions\/larder\/.*#o-[0-9a-f]{6}$/);
});
