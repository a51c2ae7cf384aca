import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules about colours, the only difference between light and dark pages. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects no axe findings on the current page: light in these widths, and the colours of dark in the last one. */
export async function expectNothingForAxe(page: Page, widths: readonly number[] = [390, 1280]): Promise<void> {
  const light = widths.map((width) => ({ width, colorScheme: 'light' as const }));
  for (const { width, colorScheme } of [...light, { width: widths.at(-1) ?? 1280, colorScheme: 'dark' as const }]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // What is scrolled below a sticky bar is partly covered.
    await page.evaluate(() => scrollTo(0, 0));
    const axe = await axeOn(page);
    const found = await findings(colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules(OF_COLOURS));
    expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
  }
}

/**
 * Runs axe in the page itself, for violations only: the same findings in less than half the time, as pages have no
 * frames. Its 650 kB are loaded once per page.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // The marks of a chart, hundreds of links that nobody focuses, are shapes without text.
  return new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    .exclude('.lanes g[aria-hidden="true"]')
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
}

/** The findings of axe: rules and elements. */
export async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
