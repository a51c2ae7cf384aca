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
      // Asked in the page itself, for what is wrong alone: the same findings in less than half the time, as no page has frames.
      const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
      const { violations } = await (colorScheme === 'light'
        ? axe.withTags(RULES)
        : axe.withRules(OF_COLOURS)
      ).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(found, `${colorScheme}, ${width} wide`).toEqual([]);
    }
  }
}
