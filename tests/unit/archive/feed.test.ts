import { describe, expect, it } from 'vitest';
import { atomFeed, feedEntries, jsonFeed } from '#src/archive/feed.ts';
import { aSession } from './a-session.ts';

const UUID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
const BUILT = '2026-11-20T10:00:00Z';
const HOSTILE = ']]></summary><script>alert(1)</script>&xxe; \u0000\u001b[31m\ufffe\ud800 "\'';

let ids = 0;
/** A session with an id of its own. */
function written(summary: string, given: Parameters<typeof aSession>[0] = {}) {
  const body = `## Events\n\n- [PIVOT] a\n\n## Summary\n\n${summary}\n`;
  return { ...aSession({ body, ...given }), id: `s-${ids++}` };
}

describe('feedEntries', () => {
  it('has only sessions with a written summary or narrative', () => {
    const agent = written('It *worked*, see [why](https://example.org).');
    const retro = written('### The rule\n\nFor the fifth time.', { retro: true });
    const machine = written('Auto-generated: 1 event (1 pivot)');
    const silent = aSession({ body: '## Events\n\n- [PIVOT] a\n' });
    expect(
      feedEntries([agent, machine, retro, silent]).map(({ title, text, address }) => [title, text, address]),
    ).toEqual([
      ['The rule', 'For the fifth time.', '/narratives/inkwell/2026-09-14-ink-1-x/'],
      ['X', 'It worked, see why.', '/sessions/inkwell/2026-09-14-ink-1-x/'],
    ]);
  });

  it('names an entry by its session, independent of the file name', () => {
    const [first] = feedEntries([{ ...written('a', { name: 'a' }), id: UUID }]);
    const [moved] = feedEntries([{ ...written('a', { name: 'b', project: 'tidemark' }), id: UUID }]);
    expect([first?.id, moved?.id]).toEqual([`urn:uuid:${UUID}`, `urn:uuid:${UUID}`]);
  });

  it('has every id once, even if two files share it', () => {
    const copies = ['a', 'b'].map((name) => ({ ...written(`in ${name}`, { name }), id: UUID }));
    expect(feedEntries(copies).map(({ text }) => text)).toEqual(['in a']);
  });

  it('has the fifty newest, by the time they were written', () => {
    const day = (i: number) =>
      `2026-${String(1 + Math.floor(i / 28)).padStart(2, '0')}-${String(1 + (i % 28)).padStart(2, '0')}`;
    const sessions = Array.from({ length: 60 }, (_, i) => written(`at ${i}`, { date: day(i) })).reverse();
    const texts = feedEntries(sessions).map(({ text }) => text);
    expect([texts.length, texts[0], texts.at(-1)]).toEqual([50, 'at 59', 'at 10']);
  });

  it('cuts long texts', () => {
    const [entry] = feedEntries([written('word '.repeat(100_000))]);
    expect(entry?.text.length).toBeLessThanOrEqual(4000);
  });
});

describe('atomFeed', () => {
  it('has the required elements of a feed and an entry', () => {
    const text = atomFeed([written('It worked.', { retro: false })], BUILT);
    for (const element of ['id', 'title', 'updated'])
      expect(text.match(new RegExp(`<${element}>[^<]+</${element}>`, 'g'))).toHaveLength(2);
    expect(text).toContain('<author><name>Session chronicle</name></author>');
    expect(text).toContain('<link rel="self" type="application/atom+xml" href="/feed.xml"/>');
    expect(text).toContain('<updated>2026-09-14T12:00:00Z</updated>');
    expect(text).toContain('<category term="Pivot"/>');
  });

  it('is dated by the build if it has no entries', () => {
    expect(atomFeed([], BUILT)).toContain(`<updated>${BUILT}</updated>`);
  });

  it('escapes hostile text', () => {
    const hostile = written(HOSTILE, { branch: HOSTILE.slice(0, 20) });
    const text = atomFeed([{ ...hostile, project: { ...hostile.project, name: HOSTILE } }], BUILT);
    expect(text).not.toMatch(/<script|<\/summary><|\]\]>|[\u0000\u001b\ufffe]/);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('&#60;script&#62;');
  });
});

describe('jsonFeed', () => {
  it('has the members that JSON Feed 1.1 requires', () => {
    const feed = JSON.parse(jsonFeed([written('It worked.'), written(HOSTILE)]));
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', title: expect.any(String) });
    expect(feed.items).toHaveLength(2);
    for (const item of feed.items) {
      expect(item).toMatchObject({
        id: expect.stringMatching(/^urn:/),
        content_text: expect.any(String),
        date_published: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        tags: ['inkwell', 'Pivot'],
      });
      expect(item).not.toHaveProperty('content_html');
    }
  });
});
