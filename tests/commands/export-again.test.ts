import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExportBox } from './export-box.ts';

/** A session exported to a Markdown blog; `again` exports it once more. */
async function openExported() {
  const opened = openExportBox();
  const { run, place, blog, box } = opened;
  place({});
  const command = ['export', 'last', '--to', 'markdown', '--out', blog] as const;
  const { stdout } = await run(...command);
  const post = stdout.trim();
  const [slug = ''] = readdirSync(join(box.state, 'drafts')).filter((name) => !name.startsWith('.'));
  const draft = join(box.state, 'drafts', slug, 'draft.mdx');
  return { ...opened, post, slug, draft, again: (...args: string[]) => run(...command, ...args) };
}

describe('exporting again', () => {
  it('updates a post that nobody edited, and its figures', async () => {
    const { again, draft, post, slug, inBlog, ofDraft, blog } = await openExported();
    appendFileSync(draft, '\nOne more sentence.\n\n<MissTrend />\n');
    const { code, stdout, stderr } = await again();
    expect([code, stdout.trim(), stderr]).toEqual([
      0,
      post,
      expect.stringContaining('Updated the-third-time for Markdown.'),
    ]);
    expect(readFileSync(post, 'utf8')).toContain('One more sentence.');
    expect(readdirSync(join(blog, slug))).toHaveLength(4);
    expect(ofDraft(slug, 'draft.yml').match(/target: \w+/g)).toHaveLength(2);
    const before = inBlog();
    expect((await again()).stderr).toContain('is up to date. No file was changed.');
    expect(inBlog()).toEqual(before);
  });

  it('deletes figures that the post no longer has, unless they were edited', async () => {
    const { again, draft, slug, blog } = await openExported();
    const text = readFileSync(draft, 'utf8');
    appendFileSync(draft, '\n<MissTrend />\n');
    await again();
    const [edited = ''] = readdirSync(join(blog, slug));
    appendFileSync(join(blog, slug, edited), 'mine');
    writeFileSync(draft, text);
    const { code, stderr } = await again();
    expect([code, stderr]).toEqual([0, expect.stringContaining('Deleted 3 figure files')]);
    expect(readdirSync(join(blog, slug))).toEqual([edited]);
  });

  it('refuses to replace an edited post, shows the difference and names the way out', async () => {
    const { again, draft, post, inBlog } = await openExported();
    appendFileSync(post, '\nMine.\n');
    appendFileSync(draft, '\nOne more sentence.\n');
    const before = inBlog();
    const { code, stdout, stderr } = await again();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^-Mine\.$/m);
    expect(stderr).toMatch(/^\+One more sentence\.$/m);
    expect(stderr).toContain('Nothing was exported. Add --as-new');
    expect(inBlog()).toEqual(before);
  });

  it('updates the post that --as-new wrote, too', async () => {
    const { again, draft, post, blog } = await openExported();
    appendFileSync(post, '\nMine.\n');
    expect((await again('--as-new')).code).toBe(0);
    appendFileSync(draft, '\nOne more sentence.\n');
    const { code, stdout } = await again('--as-new');
    expect([code, stdout.trim()]).toEqual([0, post.replace(/\.md$/, '-2.md')]);
    expect(readdirSync(blog).filter((name) => name.endsWith('.md'))).toHaveLength(2);
  });
});

describe('an outline whose session gets a narrative later', () => {
  async function openOutline() {
    const opened = openExportBox();
    const { run, place, blog } = opened;
    const at = place({ story: null });
    const [slug, command] = ['the-outline', ['export', 'last', '--to', 'markdown', '--out', blog] as const];
    const { stdout } = await run(...command);
    const [own = slug] = readdirSync(join(opened.box.state, 'drafts')).filter((name) => !name.startsWith('.'));
    const tell = () =>
      writeFileSync(at, `${readFileSync(at, 'utf8')}\n### A rule nobody reads\n\nThe rule was there all along.\n`);
    return { ...opened, slug: own, post: stdout.trim(), tell, again: (...args: string[]) => run(...command, ...args) };
  }

  it('is made from the narrative if nobody edited it, under the same name', async () => {
    const { again, tell, post, slug, ofDraft, run } = await openOutline();
    expect(readFileSync(post, 'utf8')).not.toContain('all along');
    tell();
    const dry = await again('--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('The rule was there all along.')]);
    expect((await run('draft', 'show', slug)).stdout.replace(/\s+/g, ' ')).toContain('The session has a narrative now');
    const { code, stdout, stderr } = await again();
    expect([code, stdout.trim(), stderr]).toEqual([0, post, expect.stringContaining('nobody had edited the outline.')]);
    expect(readFileSync(post, 'utf8')).toContain('The rule was there all along.');
    expect(ofDraft(slug, 'draft.mdx')).not.toContain('TODO');
    expect(ofDraft(slug, 'draft.yml')).toContain('A rule nobody reads');
    expect(ofDraft(slug, 'draft.yml').match(/target: \w+/g)).toHaveLength(2);
    expect((await run('draft', 'show', slug)).stdout).not.toContain('narrative now');
    expect((await again()).stderr).toContain('is up to date. No file was changed.');
  });

  it('stays as it is if somebody edited it, and the export says how to start from the narrative', async () => {
    const { again, tell, post, slug, box, run } = await openOutline();
    appendFileSync(join(box.state, 'drafts', slug, 'draft.mdx'), '\nMy own words.\n');
    tell();
    const { code, stderr } = await again();
    expect([code, stderr]).toEqual([0, expect.stringContaining('still the outline, with your changes')]);
    const text = readFileSync(post, 'utf8');
    expect([text.includes('My own words.'), text.includes('all along')]).toEqual([true, false]);
    expect((await run('draft', 'show', slug)).stdout.replace(/\s+/g, ' ')).toContain('still the outline');
    const [, advised = ''] = /`chronicle ([^`]+)`/.exec(stderr) ?? [];
    const made = await run(...advised.split(' '));
    expect([made.code, readFileSync(join(made.stdout.trim(), 'draft.mdx'), 'utf8')]).toEqual([
      0,
      expect.stringContaining('all along'),
    ]);
  });
});

describe('--out', () => {
  it('is created for Markdown if it does not exist', async () => {
    const { run, place, blog } = openExportBox();
    place({});
    const out = join(blog, 'new/posts');
    const { code, stdout } = await run('export', 'last', '--to', 'markdown', '--out', out);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${out}/`)]);
    expect(existsSync(stdout.trim())).toBe(true);
  });

  it('is not created for a generator without asking, nor by a refused export', async () => {
    const { run, place, blog, box } = openExportBox();
    place({ story: `Write to ${['ada', 'quarrel-works.dev'].join('@')}.` });
    const out = join(blog, 'typo');
    const generator = await run('export', 'last', '--to', 'hugo', '--out', out);
    expect([generator.code, generator.stderr]).toEqual([
      2,
      expect.stringContaining(`${out} does not exist. Check --out`),
    ]);
    expect(existsSync(join(box.state, 'drafts'))).toBe(false);
    expect((await run('export', 'last', '--to', 'markdown', '--out', out)).code).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  it('is never the memory of Claude Code: not by its path, a link to it or a link in the blog', async () => {
    const { run, place, box, blog } = openExportBox();
    place({});
    const memory = join(dirname(box.chronicleDirectory), 'memory');
    mkdirSync(memory);
    mkdirSync(box.state, { recursive: true });
    symlinkSync(memory, join(box.root, 'link'));
    symlinkSync(box.config, join(box.root, 'inside'));
    const outs = [memory, join(memory, 'new'), join(box.root, 'link'), box.config];
    for (const [target, out, directory] of [
      ...outs.map((each) => ['markdown', each, '']),
      ['astro', box.root, `inside/${memory.slice(box.config.length + 1)}`],
    ] as [string, string, string][]) {
      if (directory !== '')
        writeFileSync(join(box.state, 'config.json'), JSON.stringify({ export: { astro: { directory } } }));
      const { code, stderr } = await run('export', 'last', '--to', target, '--out', out, '--yes');
      expect([out, code, stderr]).toEqual([out, 2, expect.stringContaining('which belongs to Claude Code')]);
    }
    expect(readdirSync(memory)).toEqual([]);
    expect((await run('export', 'last', '--to', 'markdown', '--out', blog)).code).toBe(0);
  });
});

describe('the messages of an export', () => {
  it('are a line for what was used and a line for what happened', async () => {
    const { run, place, blog, box } = openExportBox();
    place({});
    const [slug, directory] = ['the-third-time', join(box.state, 'drafts/the-third-time')];
    const command = ['export', 'last', '--to', 'markdown', '--out', blog] as const;
    const said = async () => (await run(...command)).stderr.split('\n').slice(0, 2);
    const session = 'last is project/2026-09-14-main.';
    const created = `${session} Created its draft ${slug}: ${directory}`;
    expect(await said()).toEqual([created, `Exported ${slug} for Markdown, marked as a draft.`]);
    const used = `${session} Using its draft ${slug}: ${directory}`;
    expect(await said()).toEqual([used, 'The post is up to date. No file was changed.']);
    writeFileSync(join(directory, 'draft.mdx'), '\n');
    const refused = (await run(...command)).stderr;
    expect(refused.split('\n')).toEqual([
      used,
      expect.stringContaining('draft.mdx:1:1: '),
      'Nothing was exported: 1 problem in the draft.',
      '',
    ]);
  });
});
