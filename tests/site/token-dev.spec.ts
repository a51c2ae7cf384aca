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

test('the browser that opened the printed address reads the archive, and follows it', async ({ dev, quietPage }) => {
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
