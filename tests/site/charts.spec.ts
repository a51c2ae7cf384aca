import { lifeline } from '#src/chart/lifeline.ts';
import { standalone } from '#src/chart/standalone.ts';
import { GT_MERGE, HOSTILE } from '../unit/chart/marks.ts';
import { expect, test } from './fixtures.ts';

test('the calendar shows a year on a desktop and its last quarter on a phone', async ({ page }) => {
  await page.goto('/');
  const cells = page.locator('.calendar rect, .calendar-before');
  const shown = () => cells.evaluateAll((all) => all.filter((cell) => cell.getBoundingClientRect().width > 0).length);
  const days = await cells.count();
  expect(days).toBeGreaterThan(52 * 7);
  expect(await shown()).toBe(days);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await shown()).toBe(days - 40 * 7);
  const [box, first] = await Promise.all([
    page.getByRole('region', { name: 'Activity' }).boundingBox(),
    cells.nth(40 * 7).boundingBox(),
  ]);
  expect(first?.x).toBeGreaterThan(box?.x ?? 0);
  expect(first?.x).toBeLessThan((box?.x ?? 0) + 40);
});

test('SVG files are valid XML, whatever their text', async ({ page, request }) => {
  const file = (address: string) => request.get(address).then((response) => response.text());
  const drawings = [
    standalone(lifeline({ ...GT_MERGE, name: `${HOSTILE}\0\x1b[31m\uD800 ]]> <!--` })),
    await file('/memory/trend.svg'),
  ];
  const roots = await page.evaluate(
    (texts) =>
      texts.map((text) => {
        const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
        return parsed.querySelector('parsererror, script, a')?.outerHTML ?? parsed.documentElement.localName;
      }),
    drawings,
  );
  expect(roots).toEqual(['svg', 'svg']);
});

test('a table of numbers opens, and scrolls sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const activity = page.getByRole('region', { name: 'Activity' }).first();
  await activity.getByText('Show the numbers').click();
  await expect(activity.getByRole('table', { name: 'Activity' })).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
