import { appendFileSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { eventQuote } from '#src/posts/write-up.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { filesBelow } from '../hooks/sandbox.ts';
import { type ExportBox, openExportBox, SESSION_ID } from './export-box.ts';
import { type Hostile, hostileChronicle } from './hostile-chronicle.ts';
import type { Finished } from './run-command.ts';

const TARGETS = ['astro', 'jekyll', 'hugo', 'eleventy', 'devto', 'markdown'];

/** A session as the archive reads it from its file. */
function sessionIn(path: string) {
  const { chronicle } = parseChronicle(readFileSync(path, 'utf8'));
  if (!chronicle) throw new Error('The chronicle is not read.');
  return { session: { ...aSession({ id: SESSION_ID }), chronicle } };
}

let hostile: Hostile;
let opened: ExportBox;
let chronicle: string;
let before: { bytes: string; mtime: number };
const said: Finished[] = [];
const posts = new Map<string, string>();

/** Exported to every target, with all of it quoted and drawn. */
beforeAll(async () => {
  opened = openExportBox();
  const { box, run } = opened;
  hostile = hostileChronicle(SESSION_ID, box.project);
  chronicle = box.place('2026-09-14-hostile.md', hostile.text);
  before = { bytes: readFileSync(chronicle, 'latin1'), mtime: statSync(chronicle).mtimeMs };
  said.push(await run('draft', 'new', 'last'));
  const [slug = ''] = opened.drafts();
  const { session } = sessionIn(chronicle);
  const quotes = session.chronicle.events.map((event) => eventQuote(session, event));
  appendFileSync(opened.ofDraft(slug), `\n${[...quotes, '![](hits-and-misses.svg)\n'].join('\n')}`);
  const exportTo = async (target: string) => {
    const out = join(opened.blog, target);
    mkdirSync(out);
    const exported = await run('export', slug, '--to', target, '--out', out, '--redact', '--yes');
    said.push(exported);
    posts.set(target, exported.stdout.trim());
  };
  const [first = '', ...others] = TARGETS;
  await exportTo(first);
  await Promise.all(others.map(exportTo));
}, 60_000);

/** Every text that could come from it, with file names. */
function written(): string {
  const files = filesBelow(opened.blog).filter((path) => !path.endsWith('.png'));
  // The index has all of the chronicle, as the chronicle itself does.
  const own = filesBelow(opened.box.state).filter((path) => !/drafts\/[^/]*\.md$|\/index\.sqlite/.test(path));
  const texts = [...files, ...own].map((path) => `${path}\n${readFileSync(path, 'utf8')}`);
  return [...texts, ...said.flatMap(({ stdout, stderr }) => [stdout, stderr])].join('\n');
}

describe('a hostile chronicle that is exported', () => {
  it('becomes a post for every target', () => {
    expect(said.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(said.map(() => 0));
    expect(posts.size).toBe(TARGETS.length);
    const pictures = filesBelow(opened.blog).filter((path) => /\.(?:png|svg)$/.test(path));
    expect(pictures.length).toBeGreaterThanOrEqual(TARGETS.length);
  });

  it('reveals none of its secrets in files, names, messages and decisions', () => {
    expect(hostile.secrets.length).toBeGreaterThanOrEqual(50);
    const all = written();
    expect(hostile.secrets.filter((secret) => all.includes(secret))).toEqual([]);
    const parts = hostile.secrets.map((secret) => secret.slice(-16)).filter((part) => all.includes(part));
    expect(parts).toEqual([]);
  });

  it('does not reveal its source', () => {
    const blog = filesBelow(opened.blog).filter((path) => !path.endsWith('.png'));
    const text = blog.map((path) => readFileSync(path, 'utf8')).join('\n');
    expect(text).not.toContain(SESSION_ID.slice(0, 8));
    expect(text).not.toContain(opened.box.home);
    expect(text).not.toMatch(/#e-[0-9a-f]{6}/);
  });

  it.each(TARGETS)('has only our front matter for %s, and is a draft', (target) => {
    const text = readFileSync(posts.get(target) ?? '', 'utf8');
    const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    expect(matter).toMatch(/^(?:draft: true|published: false)$/m);
    expect(matter).not.toMatch(/^(?:draft: false|published: true|paths: evil)/m);
    for (const line of matter.split('\n')) expect(line).toMatch(/^ *[A-Za-z_]+:(?: .*)?$/);
  });

  it.each(TARGETS)('contains no live markup for %s', (target) => {
    const [, body = ''] = /^---\n[\s\S]*?\n---\n([\s\S]*)$/.exec(readFileSync(posts.get(target) ?? '', 'utf8')) ?? [];
    const nodes = [fromMarkdown(body), ...descendants(fromMarkdown(body))];
    const kinds = new Set(nodes.map(({ type }) => type));
    expect([...kinds].filter((kind) => ['html', 'definition', 'imageReference'].includes(kind))).toEqual([]);
    const addresses = nodes.flatMap((node) => (node.type === 'link' || node.type === 'image' ? [node] : []));
    expect(addresses.filter(({ url }) => /^\w+:/.test(url) && !/^https?:/.test(url))).toEqual([]);
    const isForeign = (url: string) => /^https?:\/\/(?!upload\.invalid\/)/.test(url);
    expect(addresses.filter(({ type, url }) => type === 'image' && isForeign(url))).toEqual([]);
    expect(body).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  it('writes only into the blog and the draft, and leaves the chronicle unchanged', () => {
    expect({ bytes: readFileSync(chronicle, 'latin1'), mtime: statSync(chronicle).mtimeMs }).toEqual(before);
    for (const target of TARGETS) {
      const path = realpathSync(posts.get(target) ?? '');
      expect(path.startsWith(join(opened.blog, target))).toBe(true);
    }
    const own = filesBelow(opened.box.state).map((path) => path.slice(opened.box.state.length + 1));
    // Reading the archive makes its index and gives its projects addresses.
    expect(own.filter((path) => !/^(?:drafts\/|(?:index\.sqlite|addresses\.jsonl)$)/.test(path))).toEqual([]);
    expect(filesBelow(opened.box.root).filter((path) => /\/etc\/|\.tmp$/.test(path))).toEqual([]);
  });

  it('prints no control characters', () => {
    const all = said.flatMap(({ stdout, stderr }) => [stdout, stderr]).join('');
    expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });
});

function descendants(node: Nodes): Nodes[] {
  return 'children' in node ? node.children.flatMap((child) => [child, ...descendants(child)]) : [];
}
