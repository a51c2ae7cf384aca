import type { Locator, Page } from '@playwright/test';
import { MARKUP_NARRATIVE, NARRATIVE, SESSION } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('lists narratives, closest to publishable first', async ({ page }) => {
  await page.goto('/narratives/');
  const queue = page.getByRole('region', { name: 'Queue' });
  await expect(queue).toContainText('10 narratives');
  const rows = queue.getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('Ready');
  await expect(rows.first()).toContainText('The byte we reserved and never checked');
  await expect(rows.first()).toContainText('The format has had a flags byte since August.');
  await expect(rows.first()).toContainText('11 Nov 2026');
  await expect(rows.last()).toContainText('Not ready');
  await expect(rows.last()).toContainText(/Only \d+ words/);
  await rows.first().getByRole('link', { name: 'The byte we reserved and never checked' }).click();
  await expect(page).toHaveURL(NARRATIVE);
});

test('a narrative is a story to read, with its events beside the paragraphs that tell them', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(NARRATIVE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The byte we reserved and never checked');
  const story = page.getByRole('article');
  await expect(story).toContainText('One bit, set in good faith by a patch release');
  await expect(story).toContainText('271 words, 1 min read');
  const text = page.getByRole('region', { name: 'Narrative' });
  await expect(text).toContainText('A field that is reserved but not checked is not reserved.');
  await expect(text.locator('[data-event]')).toHaveCount(12);
  const note = text.locator('[data-event]').filter({ hasText: 'From a new version number' });
  const turn = await note.getAttribute('href');
  const paragraph = text.locator('.passage', { hasText: 'From a new version number' }).locator('.prose');
  await expect(paragraph).toContainText('version');
  const [beside, below] = [await besideOf(paragraph, note), await narrowed(page, paragraph, note)];
  expect(beside).toBe(true);
  expect(below).toBe(true);
  await note.click();
  await expect(page).toHaveURL(`${SESSION}${turn?.slice(SESSION.length)}`);
});

/** Whether a note stands right of its paragraph, at most a little below its beginning. */
async function besideOf(paragraph: Locator, note: Locator): Promise<boolean> {
  const [text, own] = [await paragraph.boundingBox(), await note.boundingBox()];
  return text !== null && own !== null && own.x > text.x + text.width && own.y < text.y + text.height;
}

/** Whether it is below the paragraph on a phone. */
async function narrowed(page: Page, paragraph: Locator, note: Locator): Promise<boolean> {
  await page.setViewportSize({ width: 390, height: 844 });
  const [text, own] = [await paragraph.boundingBox(), await note.boundingBox()];
  return text !== null && own !== null && own.y >= text.y + text.height;
}

test('a story is printed on white without tools, also if dark was chosen', { tag: '@long' }, async ({ page }) => {
  await page.goto(NARRATIVE);
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(29, 27, 22)');
  await expect(page.getByRole('region', { name: 'Narrative' })).toBeVisible();
  for (const hidden of [page.getByRole('banner'), page.getByText('Make it a post'), page.getByRole('contentinfo')])
    await expect(hidden).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('hostile text stays text in a narrative', async ({ quietPage: page }) => {
  await page.goto(MARKUP_NARRATIVE);
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Title <script>window.harmed = true</script>');
  await expect(main.locator('script, img, iframe, meta, style, object, form')).toHaveCount(0);
  await expect(main).toContainText('Prose <iframe srcdoc=');
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
});
