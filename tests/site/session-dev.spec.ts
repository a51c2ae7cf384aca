import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFacts } from '#src/transcript/facts.ts';
import { PROMPTS_SESSION } from './addresses.ts';
import { expectNothingForAxe } from './axe.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, pageWith, test } from './fixtures.ts';
import { HIDDEN_PASSWORD, hostileTranscript } from './hostile-transcript.ts';
import { SessionPage } from './pages/session-page.ts';

const TIDEMARK = 'projects/-home-robin-code-tidemark';
const CHRONICLE = `${TIDEMARK}/chronicle/2026-09-02-tm-41-prune.md`;
const FACTS = `${TIDEMARK}/chronicle/facts/2026-09-02-tm-41-prune.json`;
const TRANSCRIPT = `${PROMPTS_SESSION}transcript/`;
const KEPT = 'cargo test failed 3 times';
const HIDDEN = 'Two things I left alone';

let dev: DevServer;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  dev = await startDev(TIDEMARK);
});
test.afterAll(() => dev.stop());

function chronicle(): string {
  return readFileSync(join(dev.config, CHRONICLE), 'utf8');
}

/** The page with the found event whose text this is, once its script listens. */
async function openAt(page: SessionPage, text: string) {
  await page.page.goto(`${dev.url}${PROMPTS_SESSION}`);
  await page.page.waitForLoadState('networkidle');
  const event = page.event(text);
  await expect(event).toContainText('Found in the transcript');
  return event;
}

test('Keep writes a found event into the chronicle, where it is a logged one, and Hide takes one away for good', async ({
  quietPage: page,
}) => {
  test.slow();
  const session = new SessionPage(page);
  const before = chronicle();
  const kept = await openAt(session, KEPT);
  await kept.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(session.status).toHaveText('The event is in the chronicle.');
  await expect(kept).toHaveCount(1);
  await expect(kept).not.toHaveAttribute('data-found');
  await expect(kept.locator('.mark')).toHaveText('kept');
  await expect(kept).toContainText('Kept from the transcript');
  const lines = chronicle().split('\n');
  const at = lines.findIndex((line) => line.includes(KEPT));
  expect(lines[at]).toMatch(/^- \d\d:\d\d \[[A-Z-]+\] /);
  expect(lines.slice(at + 1, at + 4)).toContainEqual(expect.stringMatching(/^ {2}evidence: \S+$/));
  expect(before).not.toContain(KEPT);

  const hidden = await openAt(session, HIDDEN);
  const written = chronicle();
  await hidden.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(session.status).toHaveText('The event is hidden.');
  await expect(page.locator('.event').filter({ hasText: HIDDEN })).toHaveCount(0);
  await page.reload();
  await expect(kept).toHaveCount(1);
  await expect(page.locator('.event').filter({ hasText: HIDDEN })).toHaveCount(0);
  expect(chronicle()).toBe(written);
});

test('only a page of the server can keep or hide an event, and only one that it shows', async ({ page }) => {
  await page.goto(`${dev.url}${PROMPTS_SESSION}`);
  const place = page.locator('[data-found-event]').first();
  const [event, session] = [await place.getAttribute('data-found-event'), await place.getAttribute('data-session')];
  const before = chronicle();
  const send = (data: object, headers: Record<string, string> = {}) =>
    page.request.post(`${dev.url}/edit/found`, { data, headers: { origin: dev.url, ...headers } });
  const keep = { session, event, verb: 'keep' };
  expect((await send(keep, { origin: 'https://evil.example' })).status()).toBe(403);
  expect((await send({ ...keep, verb: 'erase' })).status()).toBe(400);
  for (const gone of [{ event: 'f-000000' }, { session: '../../../etc/passwd' }]) {
    const answer = await send({ ...keep, ...gone });
    expect([answer.status(), await answer.json()]).toEqual([
      409,
      { error: expect.stringContaining('Nothing was changed.') },
    ]);
  }
  expect(chronicle()).toBe(before);
});

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
