import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Of those, the ones that see colours: dark pages differ from light ones in nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Expects that axe finds nothing on the page as it stands, light and dark, in these widths. */
export async function expectNothingForAxe(page: Page, widths: readonly number[] = [390, 1280]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const axe = await axeOn(page);
      const found = await findings(colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules(OF_COLOURS));
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
    }
  }
}

/**
 * Axe asked in the page itself, for what is wrong alone: the same findings in less than half the time, as no page has
 * frames. Its 650 kB are read once a page.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
}

/** What axe finds: the rule and the elements. */
export async function findings(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
