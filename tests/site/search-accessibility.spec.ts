import { expectNothingForAxe } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { SearchPage } from './pages/search-page.ts';

const STATES = {
  'nothing typed': ['', ''],
  hits: ['?q=memory+-xyz&tag=miss', 'page'],
  'hostile hits': ['?q=project:hostile', 'page'],
  'narratives and a problem': ['?q=the+tag:mis&kind=narrative', 'is not valid'],
  'no hit': ['?q=zeppelin+decison&project=larder', 'No matches for'],
} as const;

for (const [name, [search, sign]] of Object.entries(STATES)) {
  test(`${name}: no axe findings`, { tag: name === 'hostile hits' ? [] : '@long' }, async ({ quietPage: page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    const searchPage = new SearchPage(page);
    await searchPage.open(search);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      if (sign !== '') await expect(searchPage.answer).toContainText(sign);
      if (sign !== '' && width === 390) await searchPage.fold.click();
      await expectNothingForAxe(page, [width]);
    }
  });
}

test('offers targets of 24 pixels', async ({ page }) => {
  const search = new SearchPage(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await search.open('?q=since:2026');
  await expect(search.hits.first()).toBeVisible();
  await search.fold.click();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(search.hits.first()).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(button, label, summary, a)')]
        .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 24)
        .map((target) => target.outerHTML.slice(0, 120)),
    );
    expect(small).toEqual([]);
  }
});

test('leaves results their place in large text, and prints them without controls', { tag: '@long' }, async ({
  page,
}) => {
  const search = new SearchPage(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await search.open('?q=reminder');
  await expect(search.hits.first()).toBeVisible();
  const width = () => search.hits.first().evaluate((hit) => hit.getBoundingClientRect().width);
  const [usual, size] = [await width(), '200%'];
  await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
  expect(await width()).toBeGreaterThan(0.95 * usual);
  await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), '');
  await page.emulateMedia({ media: 'print' });
  for (const paper of [1280, 700]) {
    await page.setViewportSize({ width: paper, height: 900 });
    await expect(search.hits.first()).toBeVisible();
    await expect(search.fold).toBeHidden();
    await expect(page.getByText('Esc', { exact: true })).toBeHidden();
  }
});
