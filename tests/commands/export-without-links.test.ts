/** What exports write on a file system without hard links, such as exFAT. */
import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { placeFiles } from '#src/posts/blog.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { ArchiveBox, chronicle, PLACE } from './archive-box.ts';

const { linkSync } = fs;

beforeEach(() =>
  setLink(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM', syscall: 'link' });
  }),
);

afterEach(() => setLink(linkSync));

function setLink(link: typeof linkSync): void {
  fs.linkSync = link;
  syncBuiltinESMExports();
}

function openArchive() {
  const box = new ArchiveBox();
  box.put(`${PLACE}/2026-11-02-main.md`, chronicle('a-session', '- 08:10 [ERROR] Rust\n'));
  return { box, out: join(box.checkout, 'archive.jsonl') };
}

it('the whole archive, for its owner only', async () => {
  const { box, out } = openArchive();
  expect(await box.run('export', '--json', '--out', out)).toMatchObject({ code: 0, stdout: '' });
  expect(readFileSync(out, 'utf8')).toContain('Rust');
  expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(readdirSync(box.checkout)).toEqual(['archive.jsonl']);
});

it('no archive over a file that is there', async () => {
  const { box, out } = openArchive();
  writeFileSync(out, 'theirs');
  expect(await box.run('export', '--json', '--out', out)).toRefuse(`${out} exists already.`);
  expect(readFileSync(out, 'utf8')).toBe('theirs');
  expect(readdirSync(box.checkout)).toEqual(['archive.jsonl']);
});

it('the files of a post', () => {
  const blog = temporaryDirectory('blog');
  placeFiles(blog, [{ path: 'posts/a.md', bytes: Buffer.from('A post'), replaces: null }]);
  expect(readFileSync(`${blog}/posts/a.md`, 'utf8')).toBe('A post');
  expect(readdirSync(`${blog}/posts`)).toEqual(['a.md']);
});
