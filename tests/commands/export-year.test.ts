import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExportBox } from './export-box.ts';

/** A fake secret, in pieces so that no repository scanner finds it here. */
const TOKEN = ['ghp', 'x7Kq2mVb9RtLw4ZsYc1NdEf6GhJp8AuQo3Ti'].join('_');
const EVENTS = '- 10:00 [DECISION] Keep the rule in one file\n- 11:00 [INSIGHT] A rule that nobody reads is no rule';

/** An archive of so many sessions in 2026, and the owner's own line about the year. */
function openYear(sessions: number, line?: string) {
  const opened = openExportBox();
  for (let day = 10; day < 10 + sessions; day++)
    opened.place({
      id: `3f6c0a1e-8d2b-4f7a-9c55-0d1e2f3a4b${day}`,
      name: `2026-09-${day}-main`,
      date: `2026-09-${day}`,
      events: EVENTS,
      story: null,
    });
  mkdirSync(opened.box.state, { recursive: true });
  if (line !== undefined) writeFileSync(join(opened.box.state, 'year-2026.md'), line);
  const year = (...args: string[]) => opened.run('export', 'year', '2026', ...args);
  return { ...opened, year };
}

/** The width and height of a PNG file. */
function sizeOf(bytes: string): [number, number] {
  const header = Buffer.from(bytes, 'latin1');
  return [header.readUInt32BE(16), header.readUInt32BE(20)];
}

describe('chronicle export year', () => {
  it('writes the year as a post in Markdown, with its card', async () => {
    const { year, blog, inBlog, ofDraft } = openYear(12);
    const { code, stdout, stderr } = await year('--out', blog);
    expect([code, stdout]).toEqual([0, `${join(blog, 'year-2026.md')}\n`]);
    expect(stderr).toContain('Created draft year-2026: ');
    const { 'year-2026.md': post = '', 'year-2026/year-card.svg': card = '', ...others } = inBlog();
    expect(post).toContain('title: "2026 with Claude Code"');
    expect(post).toContain('draft: true');
    expect(post).toContain('12 sessions in one project, 10 Sep to 21 Sep 2026.');
    expect(post).toContain('](year-2026/year-card.png)');
    expect(post).not.toContain('Drawn from');
    expect(card).toContain('width="1200" height="630"');
    expect(sizeOf(others['year-2026/year-card.png'] ?? '')).toEqual([1200, 630]);
    expect(Object.keys(others)).not.toContain('year-2026/year-card-dark.png');
    expect(ofDraft('year-2026', 'draft.mdx')).toMatch(/^<YearCard year="2026" \/>$/m);
  });

  it('writes it for a generator too, prints it in a dry run, and changes nothing then', async () => {
    const { year, blog, inBlog, box } = openYear(10);
    const dry = await year('--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('10 sessions in one project')]);
    expect([existsSync(join(box.state, 'drafts')), inBlog()]).toEqual([false, {}]);
    expect((await year('--to', 'hugo', '--out', blog)).code).toBe(0);
    expect(Object.keys(inBlog())).toContain('content/posts/year-2026/index.md');
  });

  it('never overwrites an edited post, and keeps the draft that the owner wrote on', async () => {
    const { year, blog, box, place } = openYear(10);
    await year('--out', blog);
    const draft = join(box.state, 'drafts/year-2026/draft.mdx');
    writeFileSync(draft, `${readFileSync(draft, 'utf8')}\nMine, in the draft.\n`);
    writeFileSync(join(blog, 'year-2026.md'), 'Mine, in the blog.\n');
    place({ id: '4f6c0a1e-8d2b-4f7a-9c55-0d1e2f3a4b5c', name: '2026-10-01-main', date: '2026-10-01', events: EVENTS });
    const refused = await year('--out', blog);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was exported. Add --as-new')]);
    expect(refused.stderr).toContain('It keeps its text. By now: 11 sessions in one project, 10 Sep to 1 Oct 2026.');
    expect(readFileSync(join(blog, 'year-2026.md'), 'utf8')).toBe('Mine, in the blog.\n');
    const { code, stdout } = await year('--out', blog, '--as-new');
    expect([code, stdout]).toEqual([0, `${join(blog, 'year-2026-2.md')}\n`]);
    expect(readFileSync(stdout.trim(), 'utf8')).toContain('Mine, in the draft.');
  });

  it('asks about the user’s own words, and exports nothing until then', async () => {
    const { year, blog, inBlog, place } = openYear(10);
    place({ events: '- 10:00 [USER-CORRECTION] "Money is never a float, not even here"' });
    const { code, stderr } = await year('--out', blog);
    expect([code, stderr]).toEqual([1, expect.stringContaining('quoted correction')]);
    expect(inBlog()).toEqual({});
    expect((await year('--out', blog, '--yes')).code).toBe(0);
    expect(inBlog()['year-2026.md']).toContain('Money is never a float');
  });

  it.each([
    ['a line', '# A heading\n\nThe year of *carrots*.\nA second line.\n', 'The year of *carrots*. 10 sessions'],
    ['nothing', '', '10 sessions'],
    ['only headings', '# A\n## B\n', '10 sessions'],
    ['a very long line', `${'word '.repeat(100_000)}\n`, `${'word '.repeat(59)}word… 10 sessions`],
    ['markup', 'A <script>alert(1)</script> {{ x }} \u202e\u001b[31myear\r\n', 'A \\<script>alert(1)\\</script> '],
  ])('begins with the owner’s own line: %s', async (_, line, begin) => {
    const { year } = openYear(10, line);
    const { code, stdout } = await year('--dry-run');
    expect(code).toBe(0);
    const paragraph = stdout.split('\n').findLast((each) => each.includes('10 sessions in')) ?? '';
    expect(paragraph.replaceAll('&lt;', '\\<')).toContain(begin);
    expect(paragraph).not.toMatch(/\u202e|\u001b|second line/);
  });

  it('replaces a secret in the owner’s line before it is cut', async () => {
    const { year, ofDraft, blog } = openYear(10, `${'x'.repeat(280)} ${TOKEN}\n`);
    expect((await year('--out', blog)).code).toBe(0);
    expect(ofDraft('year-2026', 'draft.mdx')).not.toContain(TOKEN.slice(0, 12));
  });

  it.each([
    [['2024'], 'No session is of 2024. The archive has sessions of 2026. Nothing was exported.'],
    [['2026'], '2026 has 9 sessions so far; its review needs ten. Nothing was exported.'],
    [['twenty'], 'After year comes a year, as in: chronicle export year 2026 --out ../blog'],
    [[], 'Name the year, as in: chronicle export year 2026 --out ../blog'],
    [['2026', '2025'], 'Name one draft or session, as in: '],
  ])('refuses %j', async (words, sentence) => {
    const { run, blog, box, inBlog } = openYear(9);
    const { code, stdout, stderr } = await run('export', 'year', ...words, '--out', blog);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
    expect([existsSync(join(box.state, 'drafts')), inBlog()]).toEqual([false, {}]);
  });

  it('needs a directory', async () => {
    const { code, stderr } = await openYear(10).year();
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--out is missing: name the directory of your blog, as in: chronicle export year 2026'),
    ]);
  });
});
