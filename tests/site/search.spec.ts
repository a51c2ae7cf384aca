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

test('counts the pages of each filter without its own choices', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=memory');
  await expect(search.total).toHaveText(/^\d+ pages$/);
  const decisions = await search.count('Tag', 'Decision');
  await search.choice('Tag', 'Memory miss').check();
  await expect(quietPage).toHaveURL('/search/?q=memory&tag=miss');
  await expect(search.hits.first()).toHaveAttribute('data-tag', 'MEMORY-MISS');
  expect(await search.count('Tag', 'Decision')).toBe(decisions);
  await search.choice('Project', 'larder').check();
  await expect(search.answer.locator('.found-session > p').first()).toContainText('larder');
  await expect(quietPage).toHaveURL('/search/?q=memory&tag=miss&project=larder');
  await expect(search.choice('Project', 'larder')).toBeFocused();
});

test('finds words of summaries, titles, branches and tasks without a filter', async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  for (const [words, label] of [
    ['minus eighteen grams', 'Narrative'],
    ['tare-drift', 'Session'],
    ['NB-15', 'Session'],
  ] as const) {
    await search.open(`?q=${words}`);
    await expect(search.hits.filter({ hasText: `${label} ` })).not.toHaveCount(0);
  }
});

test('finds files and memories on their pages, and says where other names are found', { tag: '@long' }, async ({
  quietPage,
}) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=py&kind=file');
  await expect(search.sessions).toHaveText(['Files of larder', 'Files of nestbox']);
  await expect(search.hits).toHaveCount(10);
  await search.answer
    .getByRole('button', { name: /^\d+ more$/ })
    .first()
    .click();
  await expect(search.hits.nth(12)).toHaveAttribute('href', /^\/files\/larder\/(?:\d+\/)?#f-/);
  await search.open('?q=localdate&kind=rule');
  await expect(search.sessions.first()).toHaveText('feedback_localdate.md');
  await search.open('?q=disk+kind:draft');
  await expect(search.answer).toContainText('Drafts are found by name: press Ctrl K.');
  await search.open('?q=byte+we+reserved+kind:narrative');
  await expect(search.sessions.first()).toHaveText('The byte we reserved and never checked');
  await expect(search.hits.first()).toHaveAttribute('href', /^\/narratives\//);
});

test('draws the other parts of a page in place', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=since:2026&kind=event');
  await expect(search.sessions).toHaveCount(10);
  const before = await search.hits.count();
  await search.answer
    .getByRole('button', { name: /^\d+ more$/ })
    .first()
    .click();
  expect(await search.hits.count()).toBeGreaterThan(before);
  await expect(search.hits.nth(5)).toBeFocused();
});

test('finds "quote" and its forms, not "quota"', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=quote');
  await expect(search.answer).toContainText('The search quotes each word');
  await expect(search.answer).not.toContainText(/quota/i);
});

test('keeps its state in the address', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=memory&tag=miss&tag=correction&month=2026-08');
  await expect(search.box).toHaveValue('memory');
  for (const name of ['Memory miss', 'Correction']) await expect(search.choice('Tag', name)).toBeChecked();
  await expect(search.choice('Month', 'Aug 2026')).toBeChecked();
  const before = await search.total.innerText();
  await search.choice('Tag', 'Correction').uncheck();
  await expect(quietPage).toHaveURL('/search/?q=memory&tag=miss&month=2026-08');
  await quietPage.goBack();
  await expect(search.choice('Tag', 'Correction')).toBeChecked();
  await expect(search.total).toHaveText(before);
  await search.choice('Kind', 'Summary').check();
  await expect(quietPage).toHaveURL('/search/?q=memory&tag=miss&tag=correction&kind=summary&month=2026-08');
  await expect(search.total).toHaveText('No matches');
  // What is chosen can be unchosen.
  await expect(search.choice('Tag', 'Correction')).toBeChecked();
});

test('offers the projects whose names begin with the one typed', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('');
  await search.box.fill('memory project:nest');
  await expect(search.answer).toContainText('No project is called nest. Did you mean project:nestbox?');
  await quietPage.getByRole('button', { name: 'Use project:nestbox' }).click();
  await expect(search.box).toHaveValue('memory project:nestbox');
  await expect(search.total).toHaveText(/page/);
});

test('accepts filters in the box, and keeps box and choices in step', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('');
  await search.box.fill('tag:miss project:nestbox -cable since:2026-10 until:2026-11-30');
  await expect(search.total).toHaveText(/page/);
  await expect(search.choice('Tag', 'Memory miss')).toBeChecked();
  await search.choice('Tag', 'Memory miss').uncheck();
  await expect(search.box).toHaveValue('-cable project:nestbox since:2026-10 until:2026-11-30');
  await search.box.fill('tag:mis memory');
  await expect(search.answer).toContainText('tag:mis is not valid. Did you mean tag:miss?');
  await search.answer.getByRole('button', { name: 'Use tag:miss' }).click();
  await expect(search.box).toHaveValue('tag:miss memory');
  await expect(search.answer).not.toContainText('is not valid');
});

test('says what it did not find, and offers to clear the filters', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=zeppelin+decison&project=larder');
  await expect(search.total).toHaveText('No matches');
  await expect(search.answer).toContainText('No matches for zeppelin decison project:larder.');
  await search.answer.getByRole('button', { name: 'Clear filters' }).click();
  await expect(quietPage).toHaveURL('/search/?q=zeppelin+decison');
  await search.answer.getByRole('button', { name: 'tag:decision' }).click();
  await expect(search.total).toHaveText(/page/);
});

test('draws more pages on request', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await search.open('?q=since:2026');
  await expect(search.sessions).toHaveCount(10);
  await search.more.click();
  await expect(search.sessions).toHaveCount(30);
  await expect(search.hits.nth(75)).toBeVisible();
  expect(
    await search.sessions.locator('a').evaluateAll((links) => new Set(links.map((a) => a.getAttribute('href'))).size),
  ).toBe(30);
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

test('fits the screen of a phone', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  await quietPage.setViewportSize({ width: 320, height: 700 });
  await search.open('?q=project:hostile&tag=decision&tag=pivot&tag=insight');
  await expect(search.total).toHaveText(/page/);
  await expect(search.fold).toHaveText('Filters 4 on');
  await expect(search.choice('Tag', 'Decision')).toBeHidden();
  await search.fold.click();
  await expect(search.choice('Tag', 'Decision')).toBeVisible();
  expect(await quietPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('loads the index only when the box is used', { tag: '@long' }, async ({ quietPage }) => {
  const requests: string[] = [];
  quietPage.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const search = new SearchPage(quietPage);
  await quietPage.goto('/search/', { waitUntil: 'networkidle' });
  expect(requests.filter((path) => path.startsWith('/pagefind/'))).toEqual([]);
  await search.box.press('m');
  await expect(search.total).toHaveText(/page|match/);
  expect(requests.filter((path) => path === '/pagefind/indexes.json')).toHaveLength(1);
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
  await search.answer.getByRole('button', { name: 'Try again' }).click();
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

test('has nothing to search in an empty archive', { tag: '@long' }, async ({ page, sites }) => {
  const search = new SearchPage(page);
  await page.goto(`${sites.empty.url}/search/`);
  await expect(search.answer).toContainText('Nothing to search yet.');
  await page.goto(`${sites.empty.url}/search/?q=zeppelin`);
  await expect(search.answer).toContainText('No matches for zeppelin.');
  await expect(page.getByRole('group', { name: 'Tag' })).toBeHidden();
});

test('keeps what was typed before its script was loaded', { tag: '@long' }, async ({ quietPage }) => {
  const search = new SearchPage(quietPage);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await quietPage.route('**/_astro/search-page*.js', (route) => held.then(() => route.continue()));
  await quietPage.goto('/search/', { waitUntil: 'commit' });
  await search.box.fill('memory');
  release();
  await expect(search.total).toHaveText(/page/);
  await expect(search.box).toHaveValue('memory');
});
