import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExportBox, SESSION_ID } from './export-box.ts';

/** The path of the post for each target, and what marks it as a draft. */
const TARGETS: [target: string, file: RegExp, mark: string][] = [
  ['astro', /^src\/content\/blog\/[\w-]+\.md$/, 'draft: true'],
  ['jekyll', /^_drafts\/[\w-]+\.md$/, 'published: false'],
  ['hugo', /^content\/posts\/[\w-]+\/index\.md$/, 'draft: true'],
  ['eleventy', /^src\/posts\/[\w-]+\.md$/, 'draft: true'],
  ['devto', /^[\w-]+\.md$/, 'published: false'],
  ['markdown', /^[\w-]+\.md$/, ': '],
];

/** A fake secret, in pieces so that no repository scanner finds it here. */
const TOKEN = ['ghp', 'x7Kq2mVb9RtLw4ZsYc1NdEf6GhJp8AuQo3Ti'].join('_');
const ADDRESS = ['ada', 'quarrel-works.dev'].join('@');

describe('chronicle export', () => {
  it.each(TARGETS)('writes a session as a draft for %s, in one command', async (target, file, mark) => {
    const { run, place, inBlog, blog } = openExportBox();
    place({});
    const { code, stdout, stderr } = await run('export', 'last', '--to', target, '--out', blog);
    expect([code, stderr]).toEqual([0, expect.stringContaining(', marked as a draft.')]);
    const posts = Object.entries(inBlog()).filter(([path]) => path.endsWith('.md'));
    expect(posts.map(([path]) => path)).toEqual([expect.stringMatching(file)]);
    const [[path = '', text = ''] = []] = posts;
    expect(stdout).toBe(`${join(blog, path)}\n`);
    expect(text).toContain(mark);
    expect(text).toContain('Then it was broken.');
    expect(text).toContain('Drawn from a session on 14 Sep 2026.');
    expect(Object.entries(inBlog()).flat().join('\n')).not.toContain(SESSION_ID.slice(0, 8));
  });

  it('creates a draft of a session first, and uses it from then on', async () => {
    const { run, place, box, blog, ofDraft } = openExportBox();
    place({});
    const first = await run('export', SESSION_ID.slice(0, 8), '--to', 'hugo', '--out', blog);
    const [slug = '', ...others] = readdirSync(join(box.state, 'drafts')).filter((name) => !name.startsWith('.'));
    expect(others).toEqual([]);
    expect(first.stderr).toContain(join(box.state, 'drafts', slug));
    expect(ofDraft(slug, 'draft.yml')).toContain('target: hugo');
    const second = await run('export', 'last', '--to', 'astro', '--out', blog);
    expect([second.code, second.stderr]).toEqual([0, expect.stringContaining(`Using its draft ${slug}`)]);
    const third = await run('export', slug, '--to', 'jekyll', '--out', blog);
    expect([third.code, third.stderr]).toEqual([0, expect.stringContaining(`Using draft ${slug}`)]);
    expect(ofDraft(slug, 'draft.yml').match(/target: \w+/g)).toEqual([
      'target: hugo',
      'target: astro',
      'target: jekyll',
    ]);
    expect((await run('draft', 'list')).stdout).toContain('Exported');
  });

  it('names the draft that a wrong name may mean, but not if it fits several sessions', async () => {
    const { run, place, box, blog } = openExportBox();
    place({});
    place({ id: SESSION_ID.replace('0a1e', '0a1f'), name: '2026-09-15-main', date: '2026-09-15' });
    const command = (word: string) => run('export', word, '--to', 'astro', '--out', blog);
    await command(SESSION_ID);
    const [slug = ''] = readdirSync(join(box.state, 'drafts')).filter((name) => !name.startsWith('.'));
    renameSync(join(box.state, 'drafts', slug), join(box.state, 'drafts', '3f6c0a2'));
    expect(await command('3f6c0a3')).toMatchObject({
      code: 2,
      stderr: 'There is no draft or session 3f6c0a3. Did you mean the draft 3f6c0a2?\n',
    });
    expect(await command('3f6c0a1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^2 sessions match 3f6c0a1: .*\. Use project\/name, or the id\.\n$/),
    });
  });

  it('says that a post is an outline if the session has no narrative, until somebody has written it', async () => {
    const { run, place, box, blog } = openExportBox();
    place({ story: null });
    const command = ['export', 'last', '--to', 'astro', '--out', blog] as const;
    const outline = 'The session has no narrative, so the post is an outline made from its summary, events and facts.';
    expect((await run(...command, '--dry-run')).stderr).toContain(outline);
    expect((await run(...command)).stderr).toContain(outline);
    expect((await run(...command)).stderr).toContain(outline);
    const [slug = ''] = readdirSync(join(box.state, 'drafts')).filter((name) => !name.startsWith('.'));
    writeFileSync(join(box.state, 'drafts', slug, 'draft.mdx'), 'Written by me.\n');
    expect((await run(...command)).stderr).not.toContain('outline');
    const told = openExportBox();
    told.place({});
    expect((await told.run('export', 'last', '--to', 'astro', '--out', told.blog)).stderr).not.toContain('outline');
  });

  it('writes nothing if the post is up to date', async () => {
    const { run, place, inBlog, blog, ofDraft } = openExportBox();
    place({});
    const command = ['export', 'last', '--to', 'eleventy', '--out', blog] as const;
    const { stdout } = await run(...command);
    const before = inBlog();
    const again = await run(...command);
    expect([again.code, again.stdout]).toEqual([0, stdout]);
    expect(again.stderr).toContain('The post is up to date');
    expect(inBlog()).toEqual(before);
    const slug = stdout.trim().split('/').at(-1)?.replace('.md', '') ?? '';
    expect(ofDraft(slug, 'draft.yml').match(/target: \w+/g)).toHaveLength(1);
  });

  it('leaves an edited post as it is, and writes under another name on request', async () => {
    const { run, place, inBlog, blog } = openExportBox();
    place({});
    const command = ['export', 'last', '--to', 'markdown', '--out', blog] as const;
    const { stdout } = await run(...command);
    const post = stdout.trim();
    appendFileSync(post, `\nMine, with ${TOKEN}.\n`);
    const before = inBlog();
    const refused = await run(...command);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('\n-Mine, with [redacted: ');
    expect(refused.stderr).not.toContain(TOKEN);
    expect(inBlog()).toEqual(before);
    const beside = await run(...command, '--as-new');
    expect([beside.code, beside.stdout.trim()]).toEqual([0, post.replace(/\.md$/, '-2.md')]);
    expect(inBlog()).toMatchObject(before);
    expect((await run(...command, '--as-new')).stderr).toContain('The post is up to date');
  });

  it('prints the post in a dry run and writes nothing, not even a draft', async () => {
    const { run, place, inBlog, blog, box } = openExportBox();
    place({});
    const { code, stdout } = await run('export', 'last', '--to', 'astro', '--out', blog, '--dry-run');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^---\n[\s\S]*draft: true[\s\S]*Then it was broken\./)]);
    expect(inBlog()).toEqual({});
    expect(existsSync(join(box.state, 'drafts'))).toBe(false);
  });

  it('says in a dry run how to create the draft and decide its findings', async () => {
    const { run, place, blog, box } = openExportBox();
    place({ story: `We logged ${TOKEN}.` });
    const { code, stdout, stderr } = await run('export', 'last', '--to', 'astro', '--out', blog, '--dry-run');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`create a draft with chronicle draft new ${SESSION_ID} and run`);
    expect(stderr).not.toMatch(/draft redact the-third-time/);
    expect(existsSync(join(box.state, 'drafts'))).toBe(false);
  });

  it('refuses a draft without text', async () => {
    const { run, place, inBlog, blog, box } = openExportBox();
    place({});
    const [slug] = await draftOf(run, box.state);
    writeFileSync(join(box.state, 'drafts', slug, 'draft.mdx'), '\n');
    const { code, stderr } = await run('export', slug, '--to', 'astro', '--out', blog);
    expect([code, stderr]).toEqual([2, expect.stringContaining('draft.mdx:1:1: The draft has no text yet.')]);
    expect(inBlog()).toEqual({});
  });

  it('uses the owner’s directory and keys', async () => {
    const { run, place, blog, box } = openExportBox();
    place({});
    const config = { export: { astro: { directory: 'content/writing', keys: { pubDate: 'date', tags: null } } } };
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.state, 'config.json'), JSON.stringify(config));
    const { stdout } = await run('export', 'last', '--to', 'astro', '--out', blog, '--dry-run');
    expect(stdout).toMatch(/^date: \d{4}-\d\d-\d\d$/m);
    expect(stdout).not.toMatch(/^(?:pubDate|tags):/m);
    const written = await run('export', 'last', '--to', 'astro', '--out', blog);
    expect(written.stdout).toContain(join(blog, 'content/writing/'));
  });
});

describe('what chronicle export finds', () => {
  it('never writes a secret, and names only its kind and place', async () => {
    const { run, place, inBlog, blog, ofDraft, box } = openExportBox();
    place({ events: `- 10:00 [ERROR] Logged ${TOKEN} by mistake`, story: 'It was logged.\n\nThen it was gone.' });
    const command = ['export', 'last', '--to', 'astro', '--out', blog] as const;
    writeFileSync(join(blog, 'keep'), '');
    const [slug] = await draftOf(run, box.state);
    writeFileSync(join(box.state, 'drafts', slug, 'draft.mdx'), `We logged ${TOKEN}.\n`);
    const refused = await run(...command, '--yes');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /1 finding must be decided[\s\S]*GitHub[^\n]*: body, line 1 \(it begins with "ghp_"[^\n]*\)\n/,
    );
    expect(refused.stderr).not.toContain(TOKEN.slice(0, 12));
    expect(Object.keys(inBlog())).toEqual(['keep']);
    const written = await run(...command, '--redact');
    expect(written.code).toBe(0);
    expect(Object.values(inBlog()).join('\n')).toMatch(/We logged \\?\[redacted: GitHub/);
    expect(ofDraft(slug, 'redactions.yml')).toMatch(/: replace\b/);
    expect(`${ofDraft(slug, 'redactions.yml')}${ofDraft(slug, 'draft.yml')}${written.stderr}`).not.toContain(TOKEN);
    expect((await run('export', slug, '--to', 'hugo', '--out', blog)).code).toBe(0);
  });

  it('lists findings to review without a terminal, and publishes them with --yes', async () => {
    const { run, place, inBlog, blog } = openExportBox();
    place({ story: `Write to ${ADDRESS} then.` });
    const command = ['export', 'last', '--to', 'devto', '--out', blog] as const;
    const refused = await run(...command);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(
      /1 finding to review[\s\S]*e-mail address: body, line \d+ \(it has the form of an e-mail address\)\n/,
    );
    expect(refused.stderr).not.toContain(ADDRESS);
    expect(inBlog()).toEqual({});
    const written = await run(...command, '--yes');
    expect([written.code, written.stderr]).toEqual([0, expect.stringContaining('left in the post as it is')]);
    expect(written.stderr).not.toContain(ADDRESS);
    expect(Object.values(inBlog()).join('\n')).toContain(ADDRESS);
  });

  it('writes nothing while the list of private names cannot be read', async () => {
    const { run, place, inBlog, blog, box } = openExportBox();
    place({});
    mkdirSync(box.state, { recursive: true });
    writeFileSync(join(box.state, 'redact.yml'), 'names: [Ada\n');
    const refused = await run('export', 'last', '--to', 'hugo', '--out', blog, '--yes');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/redact\.yml:2:1: /)]);
    expect(inBlog()).toEqual({});
  });

  it('lists the problems of a draft with their places, and writes nothing', async () => {
    const { run, place, inBlog, blog, box } = openExportBox();
    place({});
    const [slug] = await draftOf(run, box.state);
    const path = join(box.state, 'drafts', slug, 'draft.mdx');
    writeFileSync(path, 'Fine.\n\n<script>alert(1)</script>\n\n<Event id="00000000-0000#e-000000" />\n');
    const { code, stdout, stderr } = await run('export', slug, '--to', 'astro', '--out', blog);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`${path}:3:1: [\\s\\S]*${path}:5:1: [\\s\\S]*Nothing was exported`));
    expect(inBlog()).toEqual({});
  });
});

describe('what chronicle export refuses', () => {
  it('is a missing blog, an unknown target and missing arguments', async () => {
    const { run, place, blog, box } = openExportBox();
    place({});
    writeFileSync(join(blog, 'file'), '');
    const refusals: [args: string[], sentence: RegExp][] = [
      [[], /^Name one draft or session/],
      [['last', '--to', 'astr', '--out', blog], /Did you mean --to astro\?/],
      [['last', '--to', 'astro'], /--out is missing/],
      [['last', '--to', 'astro', '--out', join(blog, 'typo')], /typo does not exist\. Check --out/],
      [['2026-09-15-main', '--to', 'astro', '--out', blog], /Did you mean .*2026-09-14-main/],
      [['../../x', '--to', 'astro', '--out', blog], /no (?:draft|session)/i],
    ];
    for (const [args, sentence] of refusals) {
      const { code, stdout, stderr } = await run('export', ...args);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(sentence)]);
    }
    expect(readdirSync(blog)).toEqual(['file']);
    expect(existsSync(join(box.state, 'drafts'))).toBe(false);
  });

  it('is a place outside the blog, and one where nothing can be written', async () => {
    const { run, place, blog, box } = openExportBox();
    place({});
    const outside = join(box.root, 'outside');
    mkdirSync(outside);
    mkdirSync(join(blog, 'src'));
    symlinkSync(outside, join(blog, 'src/content'));
    const linked = await run('export', 'last', '--to', 'astro', '--out', blog);
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('leads out of')]);
    expect(readdirSync(outside)).toEqual([]);
    writeFileSync(join(blog, 'src/posts'), 'a file in the way');
    const blocked = await run('export', 'last', '--to', 'eleventy', '--out', blog);
    expect([blocked.code, blocked.stdout]).toEqual([2, '']);
    expect(readdirSync(join(blog, 'src')).sort()).toEqual(['content', 'posts']);
  });
});

/** Creates a draft of the last session, and returns its name. */
async function draftOf(run: ReturnType<typeof openExportBox>['run'], state: string): Promise<[string]> {
  await run('draft', 'new', 'last');
  return [readdirSync(join(state, 'drafts')).find((name) => !name.startsWith('.')) ?? ''];
}
