import type { Page } from '@playwright/test';
import { PAGES } from './addresses.ts';
import { expectNothingForAxe } from './axe.ts';
import { expect, test, watchFaults } from './fixtures.ts';

const CASES = [
  ...Object.entries(PAGES).map(([name, address]) => ({ name, site: 'own', address }) as const),
  { name: 'month of a large archive', site: 'large', address: '/sessions/2025-02/' },
  { name: 'chosen tags of a timeline', site: 'own', address: '/timeline/?tag=error&project=larder' },
  { name: 'month of a timeline', site: 'own', address: '/timeline/2026-10/' },
  { name: 'quarter of a large timeline', site: 'large', address: '/timeline/2025-q1/' },
  { name: 'month of a large timeline', site: 'large', address: '/timeline/2025-03/' },
  { name: 'list of many memories', site: 'large', address: '/memory/all/' },
  { name: 'empty memory', site: 'empty', address: '/memory/' },
  { name: 'empty timeline', site: 'empty', address: '/timeline/' },
  { name: 'archive without narratives', site: 'single', address: '/narratives/' },
  { name: 'empty overview', site: 'empty', address: '/' },
  { name: 'first overview', site: 'first', address: '/' },
  { name: 'broken overview', site: 'broken', address: '/' },
] as const;

/** The pages that are checked in each run: of each layout one, and texts that attack. */
const USUAL = ['overview', 'session of markup', 'memory', 'hostile memory', 'timeline', 'search', 'inbox'];

for (const { name, site, address } of CASES) {
  const tag = USUAL.includes(name) ? [] : '@long';
  const title = `${name}: policy, landmarks, targets, no sideways scroll, no axe findings, no external requests`;
  test(title, { tag }, async ({ page, sites }) => {
    // Axe takes most of it for a page with many marks, on a busy machine.
    test.slow();
    const faults = watchFaults(page);
    const response = await page.goto(`${sites[site].url}${address}`);
    await test.step('carries the policy that the server sends', async () => {
      const meta = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
      expect(meta).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
      expect(await response?.headerValue('content-security-policy')).toContain(meta);
      expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
    });
    await test.step('has one main heading and the landmarks', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      for (const landmark of ['banner', 'main', 'contentinfo'] as const)
        await expect(page.getByRole(landmark)).toHaveCount(1);
      await expect(page.getByRole('navigation', { name: 'Site' })).toBeVisible();
    });
    await test.step('offers targets of 24 pixels', async () => expect(await smallTargets(page)).toEqual([]));
    await test.step('fits into 320 pixels, and into the narrowest of each layout', async () => {
      for (const width of [320, 641, 737, 901, 961, 1057]) {
        await page.setViewportSize({ width, height: 640 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${width} wide`).toBe(0);
      }
    });
    await test.step('fits with text twice as large', async () => {
      const scale = (size: string) =>
        page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        }, size);
      await page.setViewportSize({ width: 1280, height: 640 });
      expect(await scale('200%')).toBe(0);
      await scale('');
    });
    await test.step('has nothing for axe to find', () => expectNothingForAxe(page));
    await test.step('asks nobody else, breaks no policy and runs nothing of its texts', async () => {
      expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
      // The browser reports the 404 itself.
      expect(faults.filter((fault) => name !== 'missing page' || !fault.includes('404'))).toEqual([]);
    });
  });
}

test('shows the focus, and skips to the content', async ({ page }) => {
  await page.goto(PAGES.session);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('does not move with reduced motion', async ({ page }) => {
  await page.goto(PAGES.session);
  const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await scrolling()).toBe('auto');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await scrolling()).toBe('smooth');
});

/** Targets that are too small for a finger. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, nav a, .chip, .session-title, .permalink, .brand, .button')]
      .filter((target) => target.checkVisibility())
      .filter((target) => target.getBoundingClientRect().height < 24 || target.getBoundingClientRect().width < 24)
      .map((target) => target.outerHTML.slice(0, 120)),
  );
}
