import type { Page } from '@playwright/test';
import { inboxSentence } from '#src/archive/inbox.ts';
import { expect, test } from './fixtures.ts';

/** Numbers that several pages show, each read where a person sees it. */

test.beforeEach(async ({ page, sites }) => {
  await page.goto(`${sites.sample.url}/`);
});

/** The text of a page's main part, in one line. */
async function textOf(page: Page, address: string): Promise<string> {
  await page.goto(new URL(address, page.url()).href);
  return String(await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
}

/** The number that the first group of a pattern finds. */
function numberIn(text: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(text) ?? [];
  if (digits === undefined) throw new Error(`${pattern} is not in: ${text.slice(0, 400)}`);
  return Number(digits.replaceAll(',', ''));
}

function sum(numbers: readonly (number | string)[]): number {
  return numbers.reduce<number>((total, number) => total + Number(number), 0);
}

test('as much waits on the overview as in the inbox, and problems are beside it on both', async ({ page }) => {
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const counts = await waiting.getByRole('listitem').locator('strong').allTextContents();
  const card = String(await waiting.innerText());
  const total = numberIn(card, /(\d+), about \d+ minutes/);
  expect(sum(counts)).toBe(total);
  const [, also = ''] = /Also: (.+)/.exec(card) ?? [];
  const inbox = await textOf(page, '/inbox/');
  expect(inbox).toContain(inboxSentence({ total }));
  expect(inbox).toContain(`Also: ${also}`);
  const kinds = await page.getByRole('navigation', { name: 'Kinds' }).locator('.count').allTextContents();
  expect(Number(kinds[0])).toBe(total);
  expect(sum(kinds.slice(1))).toBe(total);
});

test('the months of the timeline have all events and observations of the archive', { tag: '@long' }, async ({
  page,
}) => {
  const all = numberIn(String(await page.getByRole('contentinfo').innerText()), /(\d+) events/);
  await textOf(page, '/timeline/');
  const months = page.getByRole('navigation', { name: 'Months' });
  expect(sum(await months.locator('.count').allTextContents())).toBe(all);
  const links = await months
    .getByRole('link')
    .evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? ''));
  let observations = 0;
  for (const address of links.filter((href) => /-\d\d\/$/.test(href))) {
    const text = await textOf(page, address);
    const [events, observed] = [
      numberIn(text, /· ([\d,]+) events/),
      Number(/, (\d+) observations?/.exec(text)?.[1] ?? 0),
    ];
    expect(await page.locator('.day .event').count(), address).toBe(events + observed);
    expect(
      sum(await page.locator('[data-choose-project]:not([data-choose-project=""]) .count').allTextContents()),
    ).toBe(events + observed);
    observations += observed;
  }
  let [kept, replaced] = [0, 0];
  for (const project of ['larder', 'nestbox', 'tidemark']) {
    const text = await textOf(page, `/projects/${project}/`);
    kept += numberIn(text, /(\d+) observations, the most important first/);
    replaced += numberIn(text, /Not counted: (\d+) observations?/);
  }
  expect(kept + replaced).toBe(observations);
});
