import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROMPTS_SESSION } from './addresses.ts';
import { type DevServer, startDev } from './dev-server.ts';
import { expect, test } from './fixtures.ts';
import { SessionPage } from './pages/session-page.ts';

const TIDEMARK = 'projects/-home-robin-code-tidemark';
const CHRONICLE = `${TIDEMARK}/chronicle/2026-09-02-tm-41-prune.md`;
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
