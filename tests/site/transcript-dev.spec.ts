import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFacts } from '#src/transcript/facts.ts';
import { PROMPTS_SESSION } from './addresses.ts';
import { expectNothingForAxe } from './axe.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { HIDDEN_PASSWORD, hostileTranscript } from './hostile-transcript.ts';

const TIDEMARK = 'projects/-home-robin-code-tidemark';
const FACTS = `${TIDEMARK}/chronicle/facts/2026-09-02-tm-41-prune.json`;
const TRANSCRIPT = `${PROMPTS_SESSION}transcript/`;

let dev: DevServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  dev = await startDev(TIDEMARK);
});
test.afterAll(() => dev.stop());

test('a session whose transcript is gone says so, and nothing links to it', async ({ quietPage: page }) => {
  await page.goto(`${dev.url}${PROMPTS_SESSION}`);
  await expect(page.getByRole('complementary', { name: 'About this session' })).toContainText('Transcript');
  await expect(page.locator('.provenance', { hasText: 'which is gone' }).first()).toBeVisible();
  await expect(page.locator('a[href*="/transcript/"]')).toHaveCount(0);
  expect((await page.request.get(`${dev.url}${TRANSCRIPT}`)).status()).toBe(404);
});

test('a hostile transcript is text, in pages, and leads to the session and back', async ({
  quietPage: page,
  browser,
}) => {
  test.slow();
  const { facts } = parseFacts(readFileSync(join(dev.config, FACTS), 'utf8'));
  const [{ file, folder } = { file: '', folder: '' }] = facts?.head.transcripts ?? [];
  mkdirSync(join(dev.config, 'projects', folder), { recursive: true });
  const text = hostileTranscript(facts?.head.session_id ?? '', facts?.prompts[0]?.record ?? '');
  writeFileSync(join(dev.config, 'projects', folder, file), text);

  await page.goto(`${dev.url}${PROMPTS_SESSION}`);
  await page.locator('#prompt-1').getByRole('link', { name: 'transcript' }).click();
  await expect(page).toHaveURL(new RegExp(`${TRANSCRIPT}#.`));
  await expect(page.locator(':target')).toContainText('Prune it. <script>window.harmed = true</script> <img src=');
  for (const details of await page.locator('.conversation details').all()) await details.locator('summary').click();
  await expect(page.locator('.conversation')).toContainText('link reversed');
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(await page.locator('.conversation :is(script, img, iframe, a[href^="javascript"])').count()).toBe(0);
  expect((await page.content()).includes(HIDDEN_PASSWORD)).toBe(false);
  await expectNothingForAxe(page);
  await page.locator(':target').getByRole('link', { name: 'Prompt 1' }).click();
  await expect(page).toHaveURL(`${dev.url}${PROMPTS_SESSION}#prompt-1`);

  const plain = await pageWith(browser, { javaScriptEnabled: false });
  await plain.goto(`${dev.url}${TRANSCRIPT}page/2/`);
  await expect(plain.locator('.conversation')).toContainText('Step ');
  await plain.goto(`${dev.url}${TRANSCRIPT}line/100/`);
  await expect(plain.locator(':target')).toContainText('Step ');
  await plain.context().close();
});

test('addresses that name no place are not found', async ({ request }) => {
  const odd = ['line/0', 'line/-1', 'line/1e9', 'line/999999999', 'line', 'page/x', 'page/0', 'page/1', 'page/99'];
  const odder = ['record/none', 'record/%3Cscript%3E', 'line/1/2', 'page/1/2', 'x', '%00', 'line/%31%00', '..%2f..'];
  for (const place of [...odd, ...odder]) {
    const answer = await request.get(`${dev.url}${TRANSCRIPT}${place}/`, { maxRedirects: 0 });
    expect([400, 404], place).toContain(answer.status());
    expect(await answer.text()).not.toContain('Step ');
  }
  const other = await request.get(`${dev.url}/sessions/tidemark/none/transcript/`);
  expect(other.status()).toBe(404);
});
