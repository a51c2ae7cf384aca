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
    main.locator('.log').getByText('<script>window.harmed = true</script> and <img src="https://evil.example'),
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

test('hostile observations stay text wherever they are shown', { tag: '@long' }, async ({ quietPage }) => {
  for (const address of [MARKUP_SESSION, '/projects/hostile/', '/timeline/', '/']) {
    await quietPage.goto(address);
    const main = quietPage.getByRole('main');
    await expect(main.locator('script, img, iframe, meta, style, object, form:not([role])')).toHaveCount(0);
    const links = await main.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(links.filter((href) => /^\s*javascript:/i.test(href))).toEqual([]);
    expect(await quietPage.evaluate(() => 'harmed' in window)).toBe(false);
  }
  await quietPage.goto('/projects/hostile/');
  await expect(quietPage.getByText('due Sun 1 Feb 2099, from “<script>window.harmed = true</script>”')).toBeVisible();
  await quietPage.goto('/timeline/');
  expect(await quietPage.locator('.day').first().getAttribute('id')).not.toContain('2099');
});

/** Fonts have a budget of their own. */
const withoutFonts = (body: Buffer) => body.toString().replaceAll(/@font-face\{[^}]*\}/g, '');

test('fonts come from the site, take at most 200 kB and move nothing', { tag: '@long' }, async ({ page, sites }) => {
  const fonts = new Map<string, number>();
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'font')
      fonts.set(response.url(), response.status() === 200 ? (await response.body()).length : 0);
  });
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect([...fonts.keys()].every((url) => url.startsWith(sites.own.url))).toBe(true);
  expect([...fonts.values()].every((size) => size > 0)).toBe(true);
  expect([...fonts.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(200_000);
  const names = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
  );
  expect(names).toEqual(expect.arrayContaining(['Inter Variable', 'Source Serif 4 Variable']));
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
});

for (const [name, address, files] of [
  ['overview', '/', 2],
  ['session', PAGES.session, 2],
  ['memory', PAGES.memory, 2],
  ['timeline', PAGES.timeline, 2],
  ['search', '/search/', 1],
] as const)
  test(`the ${name} page loads at most 10 kB of styles${name === 'search' ? '' : ' and 4 kB of scripts'}`, {
    tag: '@long',
  }, async ({ page, sites }) => {
    const loaded = new Map<string, number>();
    page.on('response', async (response) => {
      if (/\.(?:css|js)$/.test(response.url()))
        loaded.set(
          new URL(response.url()).pathname,
          gzipSync(withoutFonts(await response.body()), { level: 9 }).length,
        );
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    const sum = (ending: string) =>
      [...loaded].filter(([path]) => path.endsWith(ending)).reduce((total, [, size]) => total + size, 0);
    expect([...loaded.keys()].filter((path) => path.endsWith('.css'))).toHaveLength(files);
    expect(sum('.css')).toBeLessThanOrEqual(10_240);
    if (name === 'search') return;
    expect(sum('.js')).toBeLessThanOrEqual(4096);
    const home = gzipSync(readFileSync(join(sites.own.directory, 'index.html')), { level: 9 }).length;
    expect(home + sum('.css') + sum('.js')).toBeLessThanOrEqual(30_720);
  });
