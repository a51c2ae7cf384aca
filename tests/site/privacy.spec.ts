import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { MARKUP_SESSION, PAGES } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('every page contains the policy', ({ sites }) => {
  const pages = readdirSync(sites.own.directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  expect(pages.length).toBeGreaterThan(60);
  for (const file of pages) {
    const html = readFileSync(join(sites.own.directory, file), 'utf8');
    expect(html).toContain('<meta http-equiv="Content-Security-Policy" content="default-src');
    expect(html).not.toMatch(/<[^>]* style=|<style/);
  }
});

test('hostile text stays text', async ({ quietPage }) => {
  await quietPage.goto(MARKUP_SESSION);
  const main = quietPage.getByRole('main');
  await expect(main.locator('script, img, iframe, meta, style, object, form')).toHaveCount(0);
  await expect(
    main.getByText('<script>window.harmed = true</script> and <img src="https://evil.example'),
  ).toBeVisible();
  await expect(main.getByText('</code></pre><script>')).toBeVisible();
  await expect(main.getByText('- [DECISON] stray <script>')).toBeVisible();
  await expect(main.getByText('![', { exact: false })).toHaveCount(0);
  await expect(quietPage.getByRole('heading', { level: 1 })).toHaveText('Title <script>window.harmed = true</script>');
  const links = await main.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links.filter((href) => !/^(?:#|\/|https:\/\/(?:example\.org|evil\.example)\/)/.test(href))).toEqual([]);
  expect(
    await quietPage.evaluate(() =>
      [...document.querySelectorAll('*')]
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on')),
    ),
  ).toEqual([]);
});

test('every page loads at most 10 kB of styles and 4 kB of scripts', async ({ page, sites }) => {
  const loaded = new Map<string, number>();
  page.on('response', async (response) => {
    if (/\.(?:css|js)$/.test(response.url()))
      loaded.set(new URL(response.url()).pathname, gzipSync(await response.body(), { level: 9 }).length);
  });
  await page.goto(PAGES.session, { waitUntil: 'networkidle' });
  const sum = (ending: string) =>
    [...loaded].filter(([path]) => path.endsWith(ending)).reduce((total, [, size]) => total + size, 0);
  expect([...loaded.keys()].filter((path) => path.endsWith('.css'))).toHaveLength(1);
  expect(sum('.css')).toBeLessThanOrEqual(10_240);
  expect(sum('.js')).toBeLessThanOrEqual(4096);
  const home = gzipSync(readFileSync(join(sites.own.directory, 'index.html')), { level: 9 }).length;
  expect(home + sum('.css') + sum('.js')).toBeLessThanOrEqual(30_720);
});
