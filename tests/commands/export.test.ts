import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ADDRESS, openExportBox, SESSION_ID, TOKEN } from './export-box.ts';
import { runChronicle } from './own-command.ts';

/** The path of the post for each target, and what marks it as a draft. */
const TARGETS: [target: string, file: RegExp, mark: string][] = [
  ['astro', /^src\/content\/blog\/[\w-]+\.md$/, 'draft: true'],
  ['jekyll', /^_drafts\/[\w-]+\.md$/, 'published: false'],
  ['hugo', /^content\/posts\/[\w-]+\/index\.md$/, 'draft: true'],
  ['eleventy', /^src\/posts\/[\w-]+\.md$/, 'draft: true'],
  ['devto', /^[\w-]+\.md$/, 'published: false'],
  ['markdown', /^[\w-]+\.md$/, ': '],
];

/** A session with a draft of these words. */
async function openDraft(words: string) {
  const opened = openExportBox();
  opened.place();
  await opened.run('draft', 'new', 'last');
  const [slug = ''] = opened.drafts();
  writeFileSync(opened.ofDraft(slug), `---\ntitle: The third time\nsessions: [${SESSION_ID}]\n---\n\n${words}\n`);
  const to = (target: string, ...more: string[]) =>
    opened.run('export', slug, '--to', target, '--out', opened.blog, ...more);
  return { ...opened, slug, draft: opened.ofDraft(slug), to };
}

/** A session that is exported to a Markdown blog; `again` exports it once more. */
async function openExported() {
  const opened = openExportBox();
  opened.place();
  const command = ['export', 'last', '--to', 'markdown', '--out', opened.blog] as const;
  const { stdout } = await opened.run(...command);
  const [slug = ''] = opened.drafts();
  const again = (...args: string[]) => opened.run(...command, ...args);
  return { ...opened, post: stdout.trim(), slug, draft: opened.ofDraft(slug), again };
}

const recorded = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')).exports.map(({ target }: { target: string }) => target);

describe('chronicle export', () => {
  it.each(TARGETS)('writes a session as a draft for %s, in one command', async (target, file, mark) => {
    const { run, place, inBlog, blog } = openExportBox();
    place();
    const { code, stdout, stderr } = await run('export', 'last', '--to', target, '--out', join(blog, 'new'));
    expect([code, stderr]).toEqual([0, expect.stringContaining(', marked as a draft.')]);
    const [[path = '', text = ''] = [], ...others] = Object.entries(inBlog());
    expect([stdout, others]).toEqual([`${join(blog, path)}\n`, []]);
    expect(path.replace('new/', '')).toMatch(file);
    expect(text).toContain(mark);
    expect(text).toContain('Then it was broken.');
    expect(text).toContain('Drawn from a session on 14 Sep 2026.');
    expect(path + text).not.toContain(SESSION_ID.slice(0, 8));
  });

  it('creates a draft of a session first, and uses it from then on', async () => {
    const { run, place, blog, ofDraft, drafts } = openExportBox();
    place();
    const command = ['--to', 'markdown', '--out', blog] as const;
    const first = await run('export', SESSION_ID.slice(0, 8), ...command);
    expect(drafts()).toEqual(['the-third-time']);
    const path = ofDraft('the-third-time');
    expect(first.stderr).toContain(`Created its draft the-third-time: ${path}\n`);
    const second = await run('export', 'last', ...command);
    expect(second.stderr).toBe(
      `last is project/2026-09-14-main. Using its draft the-third-time: ${path}\nThe post is up to date. No file was changed.\n`,
    );
    const third = await run('export', 'the-third-time', '--to', 'hugo', '--out', blog);
    expect(third.stderr).toContain(`Using draft the-third-time: ${path}\n`);
    expect(recorded(ofDraft('the-third-time', '.exports.json'))).toEqual(['markdown', 'hugo']);
    expect((await run('draft', 'list')).stdout).toContain('Exported');
  });

  it('prints the post in a dry run and writes nothing, not even a draft', async () => {
    const { run, place, inBlog, blog, drafts } = openExportBox();
    place({ story: null });
    const { code, stdout, stderr } = await run('export', 'last', '--to', 'astro', '--out', blog, '--dry-run');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^---\n[\s\S]*draft: true[\s\S]*Pushed past the check/)]);
    expect(stderr).toContain('The session has no narrative, so the post is made from its summary, events and facts.');
    expect([inBlog(), drafts()]).toEqual([{}, []]);
  });
});

describe('what chronicle export finds', () => {
  it('never writes a secret, and names only its kind and place', async () => {
    const { inBlog, ofDraft, slug, to } = await openDraft(`We logged ${TOKEN}.`);
    const refused = await to('astro', '--yes');
    expect([refused.code, refused.stdout, inBlog()]).toEqual([2, '', {}]);
    expect(refused.stderr).toMatch(
      /1 finding must be decided[\s\S]*GitHub[^\n]*: body, line 6 \(it begins with "ghp_"[^\n]*\)\n.*run chronicle review, or add --redact/,
    );
    const written = await to('astro', '--redact');
    expect(written.code).toBe(0);
    expect(Object.values(inBlog()).join('\n')).toMatch(/We logged \\?\[redacted: GitHub/);
    const beside = ['.redactions.yml', '.exports.json'].map((ending) => readFileSync(ofDraft(slug, ending), 'utf8'));
    expect(beside[0]).toMatch(/: replace\b/);
    expect(`${beside}${refused.stderr}${written.stderr}`).not.toContain(TOKEN.slice(0, 12));
    expect((await to('hugo')).code).toBe(0);
  });

  it('lists findings to review without a terminal, and publishes them with --yes', async () => {
    const { inBlog, to } = await openDraft(`Write to ${ADDRESS} then.`);
    const refused = await to('devto');
    expect([refused.code, refused.stdout, inBlog()]).toEqual([1, '', {}]);
    expect(refused.stderr).toMatch(
      /1 finding to review[\s\S]*e-mail address: body, line 6 \(it has the form of an e-mail address\)\n/,
    );
    const written = await to('devto', '--yes');
    expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('left in the post as it is')]);
    expect(refused.stderr + written.stderr).not.toContain(ADDRESS);
    expect(Object.values(inBlog()).join('\n')).toContain(ADDRESS);
  });

  it('leaves what may be private to a person when a session runs it', async () => {
    const { box, blog, slug } = await openDraft(`Write to ${ADDRESS} then.`);
    const args = ['export', slug, '--to', 'markdown', '--out', blog];
    expect((await runChronicle(box, args, { session: 'a-session-1' })).code).toBe(1);
  });

  it('writes nothing while the list of private names cannot be read', async () => {
    const { to, inBlog, box } = await openDraft('Words.');
    writeFileSync(join(box.state, 'redact.yml'), 'names: [Ada\n');
    const refused = await to('hugo', '--yes');
    expect([refused.code, refused.stderr, inBlog()]).toEqual([2, expect.stringMatching(/redact\.yml:2:1: /), {}]);
  });

  it.each([
    ['', ':5:1: The draft has no text yet.'],
    ['Fine.\n\n<!-- not closed', ':8:1: '],
  ])('lists the problems of a draft with their places, and writes nothing: %j', async (words, place) => {
    const { to, inBlog, draft } = await openDraft(words);
    const { code, stdout, stderr } = await to('astro');
    expect([code, stdout, inBlog()]).toEqual([2, '', {}]);
    expect(stderr).toContain(`${draft}${place}`);
    expect(stderr).toContain('Nothing was exported: 1 problem in the draft.\n');
  });
});

describe('exporting again', () => {
  it('updates a post that nobody edited, and its figures', async () => {
    const { again, draft, post, slug, inBlog, ofDraft, blog } = await openExported();
    appendFileSync(draft, '\nOne more sentence.\n\n![](hits-and-misses.svg)\n');
    const updated = expect.stringContaining('Updated the-third-time for Markdown.');
    expect(await again()).toEqual({ code: 0, stdout: `${post}\n`, stderr: updated });
    expect(readFileSync(post, 'utf8')).toContain('One more sentence.');
    expect(readdirSync(join(blog, slug))).toEqual(['hits-and-misses.svg']);
    expect(recorded(ofDraft(slug, '.exports.json'))).toHaveLength(2);
    const before = inBlog();
    expect((await again()).stderr).toContain('is up to date. No file was changed.');
    expect(inBlog()).toEqual(before);
  });

  it('refuses to replace an edited post, shows the difference without secrets and names the way out', async () => {
    const { again, draft, post, inBlog } = await openExported();
    appendFileSync(post, `\nMine, with ${TOKEN}.\n`);
    appendFileSync(draft, '\nOne more sentence.\n');
    const before = inBlog();
    const { code, stdout, stderr } = await again();
    expect([code, stdout, inBlog()]).toEqual([1, '', before]);
    expect(stderr).toMatch(/^-Mine, with \[redacted: /m);
    expect(stderr).toMatch(/^\+One more sentence\.$/m);
    expect(stderr).toContain('Nothing was exported. Move or delete the file');
    expect(stderr).not.toContain(TOKEN);
  });

  it('makes the draft anew when its session has changed, unless somebody edited it', async () => {
    const { run, place, blog, ofDraft } = openExportBox();
    const at = place({ story: null });
    const command = ['export', 'last', '--to', 'markdown', '--out', blog] as const;
    const post = (await run(...command)).stdout.trim();
    appendFileSync(at, '\n### A rule nobody reads\n\nThe rule was there all along.\n');
    expect((await run(...command, '--dry-run')).stdout).toContain('The rule was there all along.');
    const made = await run(...command);
    expect(made).toEqual({ code: 0, stdout: `${post}\n`, stderr: expect.stringContaining('so it is made anew') });
    expect(readFileSync(post, 'utf8')).toContain('The rule was there all along.');
    expect((await run(...command)).stderr).toContain('is up to date. No file was changed.');
    const slug = post.split('/').at(-1)?.replace('.md', '') ?? '';
    appendFileSync(ofDraft(slug), '\nMy own words.\n');
    appendFileSync(at, '\nAnd it stayed.\n');
    const { code, stderr } = await run(...command);
    expect([code, stderr]).toEqual([0, expect.stringContaining('and you have edited the draft')]);
    const text = readFileSync(post, 'utf8');
    expect([text.includes('My own words.'), text.includes('it stayed')]).toEqual([true, false]);
    const [, advised = ''] = /`chronicle (draft new [^`]+)`/.exec(stderr) ?? [];
    const anew = await run(...advised.split(' '));
    expect(readFileSync(anew.stdout.trim(), 'utf8')).toContain('And it stayed.');
  });

  it('twice at once leaves one whole post, and a history that can be read', async () => {
    const { again, draft, ofDraft, slug, inBlog } = await openExported();
    appendFileSync(draft, '\nOne more sentence.\n\n![](hits-and-misses.svg)\n');
    const ends = await Promise.all([again(), again(), again()]);
    expect(ends.map(({ code }) => code)).toContain(0);
    expect(Object.keys(inBlog()).sort()).toEqual([`${slug}.md`, `${slug}/hits-and-misses.svg`]);
    expect(recorded(ofDraft(slug, '.exports.json')).length).toBeGreaterThanOrEqual(2);
  });
});

describe('what chronicle export refuses', () => {
  it('is an unknown target, missing arguments and unknown names', async () => {
    const { run, place, blog, drafts } = openExportBox();
    place();
    const refusals: [args: string[], sentence: RegExp][] = [
      [[], /^Name one draft or session/],
      [['last', '--to', 'astr', '--out', blog], /Did you mean --to astro\?/],
      [['last', '--to', 'astro'], /--out is missing/],
      [['2026-09-15-main', '--to', 'astro', '--out', blog], /Did you mean .*2026-09-14-main/],
      [['../../x', '--to', 'astro', '--out', blog], /no (?:draft|session)/i],
    ];
    for (const [args, sentence] of refusals) {
      expect(await run('export', ...args)).toRefuse(sentence);
    }
    expect([readdirSync(blog), drafts()]).toEqual([[], []]);
  });

  it('is a place outside the blog, but not a blog behind a link', async () => {
    const { run, place, blog, box } = openExportBox();
    place();
    const outside = join(box.root, 'outside');
    mkdirSync(outside);
    mkdirSync(join(blog, 'src'));
    symlinkSync(outside, join(blog, 'src/content'));
    expect(await run('export', 'last', '--to', 'astro', '--out', blog)).toRefuse('leads out of');
    expect(readdirSync(outside)).toEqual([]);
    symlinkSync(join(box.root, 'outside'), join(box.root, 'my-blog'));
    expect((await run('export', 'last', '--to', 'markdown', '--out', join(box.root, 'my-blog'))).code).toBe(0);
    expect(readdirSync(outside)).toEqual(['the-third-time.md']);
  });

  it('is the memory of Claude Code: by its path, a link to it or a link in the blog', async () => {
    const { run, place, box } = openExportBox();
    place();
    const memory = join(dirname(box.chronicleDirectory), 'memory');
    mkdirSync(memory);
    symlinkSync(memory, join(box.root, 'link'));
    symlinkSync(box.config, join(box.root, 'inside'));
    const outs = [memory, join(memory, 'new'), join(box.root, 'link'), box.config];
    const refused = async (target: string, out: string) =>
      expect(await run('export', 'last', '--to', target, '--out', out, '--yes')).toRefuse(
        'which belongs to Claude Code',
      );
    for (const out of outs) await refused('markdown', out);
    box.configure({ export: { astro: { directory: `inside/${memory.slice(box.config.length + 1)}` } } });
    await refused('astro', box.root);
    expect(readdirSync(memory)).toEqual([]);
    expect(existsSync(join(memory, 'new'))).toBe(false);
  });
});
