import type { Page } from '@playwright/test';
import { atomFeed } from '#src/archive/feed.ts';
import { aSession } from '../unit/archive/a-session.ts';
import { expect, test } from './fixtures.ts';

const ATOM = 'http://www.w3.org/2005/Atom';
const NAMES = 'author category entry feed id link name published summary title updated'.split(' ');

/** The elements that a browser's XML parser reads; its error message if the document is not well-formed. */
function readXml(page: Page, text: string) {
  return page.evaluate(
    ([text = '', namespace = '']) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      const texts = (name: string) => [...document.getElementsByTagNameNS(namespace, name)].map((e) => e.textContent);
      return {
        names: [...new Set([...document.querySelectorAll('*')].map(({ nodeName }) => nodeName))].sort(),
        ids: texts('id'),
        titles: texts('title'),
        summaries: texts('summary'),
        updated: texts('updated'),
        terms: [...document.querySelectorAll('category')].map((category) => category.getAttribute('term')),
        links: [...document.querySelectorAll('entry > link')].map((link) => link.getAttribute('href') ?? ''),
      };
    },
    [text, ATOM],
  );
}

test('the Atom feed is well-formed, and its entries link to pages', async ({ page, request }) => {
  await page.goto('/');
  const response = await request.get('/feed.xml');
  expect(response.headers()['content-type']).toMatch(/xml/);
  const feed = await readXml(page, await response.text());
  expect(feed.names).toEqual(NAMES);
  expect(new Set(feed.ids).size).toBe(feed.ids.length);
  expect(feed.ids.filter((id) => !/^urn:(?:uuid:[0-9a-f-]{36}|session-chronicle:[\w%.-]+)$/.test(id))).toEqual([]);
  expect(feed.updated.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(time))).toEqual([]);
  expect(feed.links).toHaveLength(feed.ids.length - 1);
  for (const link of feed.links) expect((await request.get(link)).status(), link).toBe(200);
});

test('hostile text stays text for an XML parser', async ({ page }) => {
  const hostile = ']]></summary><script xmlns="http://www.w3.org/1999/xhtml">harm()</script>&xxe;<!-- "\'';
  const session = aSession({ body: `## Events\n\n- [PIVOT] a\n\n## Summary\n\n${hostile}\u0000\u0008\u001b\n` });
  const project = { ...session.project, name: `${hostile}\u0000\u000b\ufffe\ud800` };
  await page.goto('/');
  const feed = await readXml(page, atomFeed([{ ...session, project }], '2026-11-20T10:00:00Z'));
  expect(feed.names).toEqual(NAMES);
  expect(feed.summaries.join()).toContain('harm()');
  expect(feed.terms).toContain(hostile);
});

test('the JSON feed has the same entries', async ({ request }) => {
  const feed = await (await request.get('/feed.json')).json();
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: 'Chronicle' });
  const atom = await (await request.get('/feed.xml')).text();
  expect(feed.items.length).toBe(atom.match(/<entry>/g)?.length);
  for (const { id, content_text: text } of feed.items) {
    expect(atom).toContain(id);
    expect(text).not.toBe('');
  }
});

test('the data files have every session and event that pages count', { tag: '@long' }, async ({ page, request }) => {
  const index = await (await request.get('/archive/index.json')).json();
  let [sessions, events] = [0, 0];
  for (const month of index.months) {
    const text = await (await request.get(month.url)).text();
    const held = JSON.parse(text).sessions;
    expect(held.length).toBe(month.sessions);
    sessions += held.length;
    for (const { events: logged, found } of held)
      events += logged.length + found.filter(({ shown }: { shown: boolean }) => shown).length;
    expect(text).not.toMatch(/"path"|\.claude\/projects/);
  }
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`${sessions} sessions, ${events} events`);
});
