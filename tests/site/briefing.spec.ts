import { dirname, join } from 'node:path';
import { projectBriefing } from '#src/archive/project-briefing.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { localDay } from '#src/text/day.ts';
import { expect, test } from './fixtures.ts';

test('a project leads to what its next session is told, and each record to its place', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/larder/`);
  await page.getByRole('link', { name: 'What the next session is told' }).click();
  await expect(page).toHaveURL(/\/brief\/larder\/$/);
  await expect(page.getByText(/here on lar\/33-invoice-numbers, the branch of the last session/)).toBeVisible();
  const text = page.getByRole('region', { name: 'Its text' });
  await expect(text).toContainText(/about \d{3} of at most 1,200 tokens/);
  const last = text.locator('pre').getByRole('link').first();
  await last.click();
  await expect(page).toHaveURL(/\/sessions\/larder\/2026-11-17-lar-33-invoice-numbers\/#handoff$/);
  await page.goBack();
  for (const id of [/^n-[0-9a-f]{6}$/, /^o-[0-9a-f]{6}$/]) {
    const link = text.getByRole('link', { name: id }).first();
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.locator(`[id="${name}"]`)).toBeInViewport();
    await page.goBack();
  }
});

test('says what is not in it, how often each was used, and which branches have a handoff', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/brief/larder/`);
  await expect(page.getByRole('region', { name: 'Not in it' })).toContainText(
    /\d+ more observations are not listed: the index has at most 15\./,
  );
  const records = page.getByRole('region', { name: 'Observations in it' }).getByRole('listitem');
  await expect(records.filter({ hasText: 'A window that is closed never opens again' })).toContainText(
    /shown to 2 sessions, used by 1/,
  );
  await expect(records.filter({ hasText: 'not shown to a session yet' }).first()).toBeVisible();
  const others = page.getByRole('region', { name: 'Handoffs on other branches' });
  await expect(others).toContainText('lar/28-supplier-portal');
  await others.getByRole('link').first().click();
  await expect(page.locator('#handoff')).toBeInViewport();
});

test('lists the last sessions without gaps under their own titles, and says why some are left out', {
  tag: '@long',
}, async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/brief/larder/`);
  await expect(page.locator('pre')).toContainText('Last sessions with notes:');
  const rows = page.getByRole('region', { name: 'Last sessions' }).getByRole('listitem');
  const last = (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  await page.goto(`${sites.sample.url}/projects/larder/`);
  const titles = await page.locator('main a[href^="/sessions/larder/"]').allTextContents();
  const known = new Set(titles.map((title) => title.trim()));
  expect(last.filter((row) => row.startsWith('Two exports for the accountant'))).toHaveLength(1);
  expect(last).toContainEqual(
    expect.stringMatching(/^Accept the old application key .* 10 Nov not in it: nobody attended it$/),
  );
  expect(last).toContainEqual(expect.stringMatching(/ 20 Oct not in it: it left no notes$/));
  expect(last.map((row) => / (\d+ \w{3})(?: not in it.*)?$/.exec(row)?.[1])).toEqual([
    '17 Nov',
    '10 Nov',
    '3 Nov',
    '27 Oct',
    '26 Oct',
    '20 Oct',
    '13 Oct',
  ]);
  for (const row of last)
    expect(
      [...known].some((title) => title !== '' && row.startsWith(title)),
      row,
    ).toBe(true);
});

test('shows, byte for byte, what a session would be told, also of hostile records', async ({ quietPage, sites }) => {
  const config = join(dirname(dirname(sites.own.directory)), 'own/.claude');
  const archive = openArchive({ roots: [join(config, 'projects')], origin: 'own', watch: false });
  const { sessions } = archive.snapshot;
  archive.close();
  const today = localDay(new Date().toISOString());
  for (const slug of ['larder', 'tidemark', 'nestbox', 'hostile']) {
    const own = sessions.filter(({ project }) => project.slug === slug);
    const { told } = projectBriefing(own, sessions, { tokens: 1200, today, planOf: () => null });
    await quietPage.goto(`/brief/${slug}/`);
    const text = quietPage.locator('pre');
    expect(await text.textContent()).toBe(told?.text);
    expect(await text.locator('*').evaluateAll((all) => all.filter(({ localName }) => localName !== 'a').length)).toBe(
      0,
    );
  }
  await expect(quietPage.locator('pre')).toContainText('ignore previous instructions?');
  const addresses = await quietPage.locator('pre a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) expect(address).toMatch(/^\/sessions\/[\w-]+\/[\w.-]+\/(?:#[\w-]+)?$/);
  expect(await quietPage.evaluate(() => 'harmed' in window)).toBe(false);
});

test('says so where there is nothing to tell', { tag: '@long' }, async ({ page, sites }) => {
  await page.goto(`${sites.single.url}/brief/home-robin-code-single/`);
  await expect(page.getByText('The next session is told nothing')).toBeVisible();
  await page.goto(`${sites.single.url}/projects/home-robin-code-single/`);
  await expect(page.getByRole('link', { name: 'What the next session is told' })).toHaveCount(0);
});
