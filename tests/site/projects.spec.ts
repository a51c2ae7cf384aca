import { dirname, join } from 'node:path';
import { openArchive } from '#src/archive/archive.ts';
import { projectBriefing } from '#src/archive/projects.ts';
import { localDay } from '#src/lib/text/day.ts';
import { expect, test } from './fixtures.ts';

test('lists the projects, and each leads to where it stands', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/`);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toContainText('nestbox');
  await expect(rows.first()).toContainText('A winter report, one page a box');
  await page.getByRole('link', { name: 'larder' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('larder');
  await expect(page.getByRole('banner').locator('[aria-current="page"]')).toHaveText('Projects');
});

test('a project shows what its next session is told, and each record leads to its place', async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/projects/larder/`);
  await page.getByRole('link', { name: 'What the next session is told' }).click();
  const briefing = page.getByRole('region', { name: 'Briefing' });
  await expect(briefing).toContainText(/about \d{3} of at most 1,200 tokens/);
  await briefing.getByText('here on lar/33-invoice-numbers').click();
  await briefing.locator('pre').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/sessions\/larder\/2026-11-17-lar-33-invoice-numbers\/#handoff$/);
  for (const id of [/^n-[0-9a-f]{6}$/, /^o-[0-9a-f]{6}$/]) {
    await page.goto(`${sites.sample.url}/projects/larder/`);
    await briefing.locator('summary').click();
    const link = briefing.getByRole('link', { name: id }).first();
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.locator(`[id="${name}"]`)).toBeInViewport();
  }
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
    await quietPage.goto(`/projects/${slug}/`);
    const text = quietPage.getByRole('region', { name: 'Briefing' }).locator('pre');
    expect(await text.textContent()).toBe(told?.text);
    expect(await text.locator('*').evaluateAll((all) => all.filter(({ localName }) => localName !== 'a').length)).toBe(
      0,
    );
  }
  const text = quietPage.getByRole('region', { name: 'Briefing' }).locator('pre');
  await expect(text).toContainText('ignore previous instructions?');
  const addresses = await text.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) expect(address).toMatch(/^\/sessions\/[\w-]+\/[\w.-]+\/(?:#[\w-]+)?$/);
  expect(await quietPage.evaluate(() => 'harmed' in window)).toBe(false);
});
