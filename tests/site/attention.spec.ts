import { expect, test } from './fixtures.ts';

test('lists each problem with its line and advice', async ({ page }) => {
  await page.goto('/attention/');
  const problem = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Invalid started: expected a UTC time' }) });
  await expect(problem).toContainText('Skipped');
  await expect(problem).toContainText(
    '~/.claude/projects/-home-robin-code-larder/chronicle/2026-10-29-lar-30-window-dst.md:6:10',
  );
  await expect(problem.locator('mark')).toHaveText('started: 29 Oct, after lunch');
  await expect(problem).toContainText('Write it like 2026-03-24T14:00:00Z');
  await expect(problem.locator('.line').first()).toHaveAttribute('data-line', '4');
});

test('opens the line in the configured editor, VS Code by default', async ({ page, sites }) => {
  const problem = page.getByRole('article').filter({ hasText: '2026-10-29-lar-30-window-dst.md' });
  const href = () => problem.getByRole('link', { name: 'Open in editor' }).getAttribute('href');
  await page.goto('/attention/');
  expect(await href()).toMatch(/^zed:\/\/file\/.*2026-10-29-lar-30-window-dst\.md:6:10$/);
  await page.goto(`${sites.sample.url}/attention/`);
  expect(await href()).toMatch(/^vscode:\/\/file\/.*2026-10-29-lar-30-window-dst\.md:6:10$/);
});

test('lists unknown settings', async ({ page, sites }) => {
  const note = page.getByRole('complementary', { name: 'About the settings' });
  await page.goto('/attention/');
  await expect(note).toHaveText(
    '~/.claude/session-chronicle/config.json has an unknown key "rots". The key is ignored. Did you mean "roots"?',
  );
  await page.goto(`${sites.empty.url}/attention/`);
  await expect(note).toHaveCount(0);
});

test('shows failures of hooks at the top of pages, and lists them', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.single.url}/`);
  const banner = page.getByRole('complementary', { name: 'Recording failed' });
  await expect(banner).toContainText('There is no room left on the disk of ~/.claude. Nothing was written. <b>');
  await expect(banner).toContainText('chronicle doctor');
  await banner.getByRole('link', { name: 'All failures' }).click();
  const list = page.getByRole('region', { name: 'Recording' });
  await expect(list.getByRole('listitem')).toHaveText(/\d{1,2} \w{3}, \d\d:\d\d\s*session-start\s*There is no room/);
  await expect(page.getByRole('main')).not.toContainText('No problems.');
});
