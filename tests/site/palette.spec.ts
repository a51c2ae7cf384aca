import { SESSION } from './addresses.ts';
import { axeOn, findings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { Palette } from './pages/palette.ts';
import { SearchPage } from './pages/search-page.ts';
import { SessionPage } from './pages/session-page.ts';

test('opens with /, Control+k, Meta+k and the link to search, and returns the focus', async ({ quietPage: page }) => {
  const palette = new Palette(page);
  const session = new SessionPage(page);
  await page.goto(SESSION);
  await page.keyboard.press('j');
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await palette.open(key);
    await expect(palette.box).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toBeHidden();
    await expect(session.events.first()).toBeFocused();
  }
  await page.getByRole('link', { name: 'Search or jump to' }).click();
  await expect(palette.box).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette.dialog).toBeHidden();
  await expect(page).toHaveURL(SESSION);
});

test('loads its script, styles and names when it is first opened', async ({ quietPage: page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  const ofPalette = () => loaded.filter((path) => /palette|names|ids/.test(path));
  expect(ofPalette()).toEqual([]);
  const palette = new Palette(page);
  await palette.open();
  await palette.box.fill('tm');
  await expect(palette.status).toHaveText(/results$/);
  expect(ofPalette().filter((path) => path.endsWith('.json'))).toEqual(['/names.json']);
  expect(loaded.filter((path) => path.startsWith('/pagefind/'))).toEqual([]);
});

test('every row leads to a page that exists', { tag: '@long' }, async ({ page, request }) => {
  const palette = new Palette(page);
  await page.goto('/');
  await palette.open();
  const addresses = new Set<string>();
  for (const query of ['', 'a', 'e', 'larder', 'hostile', 'tag', 'guide', '2026']) {
    await palette.box.fill(query);
    await expect(palette.rows.first()).toBeVisible();
    for (const href of await palette.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('href'))))
      if (href) addresses.add(href.replace(/[?#].*$/, ''));
  }
  expect(addresses.size).toBeGreaterThan(40);
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200);
});

test('is a combobox: arrows, Home and End choose, Enter opens', { tag: '@long' }, async ({ quietPage: page }) => {
  const palette = new Palette(page);
  await page.goto('/');
  await palette.open();
  await expect(palette.box).toHaveAttribute('aria-expanded', 'true');
  const list = palette.dialog.getByRole('listbox');
  await expect(palette.box).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '');
  await palette.box.fill('crates');
  const expectChosen = async (at: number) => {
    await expect(palette.rows.nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(palette.chosen).toHaveCount(1);
    const id = (await palette.rows.nth(at).getAttribute('id')) ?? '';
    await expect(palette.box).toHaveAttribute('aria-activedescendant', id);
  };
  // They come later, and make the list longer.
  await expect(palette.dialog.getByRole('group', { name: 'Events and texts' })).toBeVisible();
  await expectChosen(0);
  await page.keyboard.press('ArrowDown');
  await expectChosen(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expectChosen((await palette.rows.count()) - 1);
  await page.keyboard.press('Home');
  await expectChosen(0);
  await page.keyboard.press('End');
  await expectChosen((await palette.rows.count()) - 1);
  await page.keyboard.press('Home');
  await expect(palette.box).toBeFocused();
  const address = (await palette.chosen.getAttribute('href')) ?? '';
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(await opened).toHaveURL(address);
  await expect(page).toHaveURL('/');
  await page.bringToFront();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
});

test('goes straight to what has a pasted id, and loads ids only then', { tag: '@long' }, async ({
  quietPage: page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const palette = new Palette(page);
  await page.goto(SESSION);
  const anchor = await page.locator('.event[id^="e-"]').first().getAttribute('id');
  await palette.open();
  await palette.box.fill('lar-30');
  await expect(palette.rowsOf('Tickets')).toHaveCount(1);
  expect(loaded).not.toContain('/ids.json');
  await palette.box.fill(anchor ?? '');
  await expect(palette.rowsOf('Exact match')).toHaveAttribute('href', `${SESSION}#${anchor}`);
  await expect(palette.rowsOf('Exact match')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${SESSION}#${anchor}`);
  await expect(palette.dialog).toBeHidden();
  // Enter waits for the ids.
  await page.goto('/');
  await palette.open();
  await page.route('/ids.json', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await palette.box.fill(anchor ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${SESSION}#${anchor}`);
});

test('shows names as text, and stores nothing that was typed', { tag: '@long' }, async ({ quietPage: page }) => {
  const palette = new Palette(page);
  await page.goto('/');
  await palette.open();
  for (const query of ['hostile', '<script>', '<img src=x onerror=window.harmed=true>', '"\' $(x) `y`', '\\']) {
    await palette.box.fill(query);
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowDown');
  }
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(await palette.dialog.locator(':is(script, img, iframe, b)').count()).toBe(0);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  await palette.open();
  await expect(palette.box).toHaveValue('');
});

test('says that nothing has the name, and that the index is missing', { tag: '@long' }, async ({ page }) => {
  const palette = new Palette(page);
  await page.goto('/');
  await palette.open();
  await palette.box.fill('zeppelin');
  await expect(palette.status).toHaveText('No names found');
  await expect(palette.chosen).toContainText('Search everything for “zeppelin”');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search/?q=zeppelin');
  await expect(new SearchPage(page).total).toHaveText('No matches');
  await page.route('/names.json', (route) => route.fulfill({ status: 404, body: '' }));
  await page.reload();
  await page.keyboard.press('Control+k');
  await expect(palette.status).toHaveText('The index of names could not be loaded.');
});

test('axe finds nothing in it, light and dark, narrow and wide', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const palette = new Palette(page);
  await page.goto(SESSION);
  await palette.open();
  for (const query of ['', 'zero point', 'zeppelin']) {
    await palette.box.fill(query);
    if (query === 'zero point') await expect(palette.rowsOf('Events and texts').first()).toBeVisible();
    for (const [width, colorScheme] of [
      [390, 'light'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const axe = await axeOn(page);
      expect(await findings(axe.include('dialog')), `“${query}”, ${colorScheme}, ${width} wide`).toEqual([]);
    }
  }
});
