import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from './fixtures.ts';
import { SearchPage } from './pages/search-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLE = join(ROOT, 'tests/fixtures/sample/projects/-home-robin-code-larder');
const PROJECT = 'projects/-home-robin-code-larder';
const FILE = 'chronicle/2026-11-10-main.md';

/** The owner's archive, shown by `chronicle dev`. */
const test = base.extend<{ dev: { url: string; config: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
  dev: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'chronicle-dev-'));
    const config = join(home, '.claude');
    mkdirSync(join(config, 'projects'), { recursive: true });
    cpSync(SAMPLE, join(config, PROJECT), { recursive: true });
    const env = { ...process.env, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: config };
    const child = spawn(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'dev', '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`chronicle dev ended with ${code}.`)));
      child.stdout.once('data', (line) => resolve(String(line).trim().replace(/\/$/, '')));
    });
    await use({ url, config });
    child.kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  },
});

test('searches while the archive grows', async ({ dev, quietPage }) => {
  test.slow();
  const search = new SearchPage(quietPage);
  await quietPage.goto(`${dev.url}/search/?q=carrots`);
  await expect(search.total).toHaveText(/^\d+ match/, { timeout: 20_000 });
  await search.box.fill('zeppelin');
  await expect(search.total).toHaveText('No matches');
  const file = join(dev.config, PROJECT, FILE);
  appendFileSync(file, '\n## Events\n\n- [INSIGHT] The zeppelin needs a longer mast\n');
  await expect(search.hits).toContainText('The zeppelin needs a longer mast', { timeout: 20_000 });
  await search.hits.click();
  await expect(quietPage.locator(':target')).toContainText('zeppelin');
});
