import { type DevServer, startDevWith } from './dev-server.ts';
import { test as base, expect, watchFaults } from './fixtures.ts';

/** `chronicle dev --token` with the sample; its address is the one that works once. */
const test = base.extend<{ dev: DevServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
  dev: async ({}, use) => {
    const dev = await startDevWith(['--token']);
    await use(dev);
    await dev.stop();
  },
});

test('only the browser that opened the printed address can read the archive', async ({ dev, browser, quietPage }) => {
  test.slow();
  const received: number[] = [];
  quietPage.on('response', (response) => {
    if (new URL(response.url()).pathname === '/changes') received.push(response.status());
  });
  await quietPage.goto(dev.url);
  const { origin } = new URL(dev.url);
  await quietPage.waitForURL(`${origin}/`);
  await expect(quietPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => received).toContain(200);
  await quietPage.getByRole('link', { name: 'Sessions' }).first().click();
  await expect(quietPage.getByRole('heading', { level: 1 })).toHaveText('Sessions');

  const other = await browser.newContext();
  const page = await other.newPage();
  for (const address of [dev.url, `${origin}/sessions/`, `${origin}/changes`]) {
    expect((await page.goto(address))?.status()).toBe(403);
    await expect(page.locator('body')).toHaveText(/^This archive needs a token/);
  }
  const edit = await page.request.post(`${origin}/edit/events`, { data: {}, headers: { origin } });
  expect([edit.status(), await edit.text()]).toEqual([403, expect.stringMatching(/^This archive needs a token/)]);
  await other.close();
});

test('a link on another site opens the printed address', { tag: '@long' }, async ({ dev, page }) => {
  test.slow();
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${dev.url}">archive</a>` }),
  );
  await page.goto('http://elsewhere.test/');
  const faults = watchFaults(page);
  await page.getByRole('link', { name: 'archive' }).click();
  await page.waitForURL(`${new URL(dev.url).origin}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});
