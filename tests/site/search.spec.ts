import { expectNothingForAxe } from './axe.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { SearchPage } from './pages/search-page.ts';

test('searches while typing, grouped by session, each hit a link to its event', async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('');
  await expect(search.answer).toContainText('pages with all of them come first');
  await search.box.pressSequentially('esptool directly');
  await expect(search.total).toHaveText('1 page');
  await expect(search.sessions).toHaveText('A zero point for every night');
  await expect(search.answer).toContainText('2 Oct 2026, nestbox, NB-15');
  await expect(search.hits.first().locator('mark')).toHaveText(['esptool', 'directly']);
  await search.hits.first().click();
  await expect(quietPage).toHaveURL(/\/sessions\/nestbox\/2026-10-02-nb-15-tare-drift\/#e-[0-9a-f]{6}$/);
  await expect(quietPage.locator(':target')).toContainText('Wrote the tare build to the wrong node');
});

test('shows pages with some of the words where none has all, the rarest word first', async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open(`?q=${encodeURIComponent('why was esptool broken by carrots and zeppelins')}`);
  await expect(search.total).toHaveText(/^No page has all words\. \d+ pages with some of them:$/);
  await expect(
    search.answer
      .locator('.found')
      .first()
      .locator('mark', { hasText: /esptool|carrots/i })
      .first(),
  ).toBeVisible();
  await expect(search.answer).toContainText('Nothing has zeppelins.');
});

test('keeps the box, the choices and the address in step', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=memory+tag:miss+tag:correction+month:2026-08');
  await expect(search.box).toHaveValue('memory tag:miss tag:correction month:2026-08');
  for (const name of ['Memory miss', 'Correction']) await expect(search.choice('Tag', name)).toBeChecked();
  await expect(search.choice('Month', 'Aug 2026')).toBeChecked();
  const before = await search.total.innerText();
  await search.choice('Tag', 'Correction').uncheck();
  await expect(quietPage).toHaveURL('/search/?q=memory+tag%3Amiss+month%3A2026-08');
  await expect(search.box).toHaveValue('memory tag:miss month:2026-08');
  await quietPage.goBack();
  await expect(search.choice('Tag', 'Correction')).toBeChecked();
  await expect(search.total).toHaveText(before);
  await search.choice('Kind', 'Summary').check();
  await expect(search.box).toHaveValue('memory tag:miss tag:correction month:2026-08 kind:summary');
  await expect(search.total).toHaveText('No matches');
  // What is chosen can be unchosen.
  await expect(search.choice('Tag', 'Correction')).toBeChecked();
  await search.answer.getByRole('button', { name: 'Clear filters' }).click();
  await expect(search.box).toHaveValue('memory');
  await search.box.fill('tag:mis memory');
  await expect(search.answer).toContainText('tag:mis is not valid. Did you mean tag:miss?');
});

test('works with the keyboard alone', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await quietPage.goto('/search/');
  await expect(search.box).toBeFocused();
  await quietPage.keyboard.type('memory');
  await expect(search.total).toHaveText(/page/);
  await quietPage.keyboard.press('ArrowDown');
  await expect(search.hits.nth(0)).toBeFocused();
  await quietPage.keyboard.press('ArrowDown');
  await expect(search.hits.nth(1)).toBeFocused();
  await quietPage.keyboard.press('ArrowUp');
  await quietPage.keyboard.press('ArrowUp');
  await expect(search.box).toBeFocused();
  await quietPage.keyboard.press('ArrowDown');
  await quietPage.keyboard.press('Escape');
  await expect(search.box).toBeFocused();
  await quietPage.keyboard.press('Escape');
  await expect(search.box).toHaveValue('');
  await expect(quietPage).toHaveURL('/search/');
  await quietPage.keyboard.press('Escape');
  await expect(search.box).not.toBeFocused();
  await quietPage.goto('/search/?q=memory');
  await expect(search.total).toHaveText(/page/);
  const address = await search.hits.first().getAttribute('href');
  await quietPage.keyboard.press('ArrowDown');
  await quietPage.keyboard.press('Enter');
  await expect(quietPage).toHaveURL(address ?? '');
});

test('shows the text of chronicles as text', async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=stay+text+project:hostile');
  await expect(search.hits.first()).toContainText('<script>window.harmed = true</script> and <img src=');
  await search.box.fill('project:hostile');
  await expect(quietPage).toHaveURL(/q=project%3Ahostile$/);
  await search.choice('Kind', 'Narrative').check();
  await expect(search.total).toHaveText('2 pages');
  await search.box.fill('<img src=x onerror=window.harmed=true> "<script>');
  await expect(search.total).toHaveText(/page|match/);
  expect(await quietPage.evaluate(() => 'harmed' in window)).toBe(false);
  expect(await quietPage.locator('main :is(script, img, iframe)').count()).toBe(0);
});

test('explains a missing or failing index', { tag: '@long' }, async ({ page }) => {
  const search = new SearchPage(page);
  await page.route('**/pagefind/indexes.json', (route) => route.fulfill({ status: 404, body: '' }));
  await search.open('?q=memory');
  await expect(search.answer).toContainText('The search index has not been built.');
  await expect(search.answer).toContainText('Run chronicle build');
  await page.unroute('**/pagefind/indexes.json');
  const answer = { status: 500, json: { message: 'The disk is full at <b>/cache</b>.' } };
  await page.route('**/pagefind/indexes.json', (route) => route.fulfill(answer));
  await search.open('?q=memory');
  await expect(search.answer).toContainText('The disk is full at <b>/cache</b>.');
  await page.unroute('**/pagefind/indexes.json');
  await search.box.fill('memory hit');
  await expect(search.total).toHaveText(/page/);
});

test('says that it needs JavaScript, and where else to look', { tag: '@long' }, async ({ browser, baseURL }) => {
  const page = await pageWith(browser, { javaScriptEnabled: false, baseURL: baseURL ?? '' });
  await page.goto('/search/?q=memory');
  await expect(page.getByText('Search needs JavaScript, which is switched off.')).toBeVisible();
  await expect(new SearchPage(page).box).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'All sessions' }).click();
  await expect(page).toHaveURL('/sessions/');
});

const STATES = {
  hits: ['?q=memory+-xyz+tag:miss', 'page'],
  'hostile hits': ['?q=project:hostile', 'page'],
  'no hit': ['?q=zeppelin+decison+project:larder', 'No matches for'],
} as const;

for (const [name, [search, sign]] of Object.entries(STATES)) {
  test(`${name}: no axe findings`, { tag: name === 'hostile hits' ? [] : '@long' }, async ({ quietPage: page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    const searchPage = new SearchPage(page);
    await searchPage.open(search);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(searchPage.answer).toContainText(sign);
      if (width === 390) await searchPage.fold.click();
      await expectNothingForAxe(page, [width]);
    }
  });
}

test('nothing moves when the results of an address arrive', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(JSON.stringify(entry));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const search = new SearchPage(page);
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await search.open('?q=memory');
    expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([]);
  }
});

// Fonts have a budget of their own.
test('loads at most 220 kB before the first result of the sample', { tag: '@long' }, async ({ page, sites }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('a.hit')) return;
      observer.disconnect();
      const loaded = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
      const bytes = loaded
        .filter(({ name }) => !name.endsWith('.woff2'))
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
      document.documentElement.setAttribute('data-bytes', String(bytes));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${sites.sample.url}/search/?q=memory`);
  await expect(new SearchPage(page).hits.first()).toBeVisible();
  const bytes = Number(await page.locator('html').getAttribute('data-bytes'));
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThan(220_000);
});
