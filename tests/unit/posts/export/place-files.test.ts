import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blogDirectory } from '#src/node/posts/export/blog-directory.ts';
import { fileState, placeFiles } from '#src/node/posts/export/place-files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const file = (path: string, text = path) => ({ path, bytes: Buffer.from(text), text });
const POST = [file('img/a/x.svg'), file('img/a/x.png'), file('posts/a.md')];

/** What a directory holds, hidden files among it. */
function held(directory: string): string[] {
  return readdirSync(directory, { recursive: true }).map(String).sort();
}

describe('blogDirectory', () => {
  it('refuses what is not there, and what is no directory', () => {
    const root = temporaryDirectory('blog');
    writeFileSync(join(root, 'file'), '');
    expect(() => blogDirectory(join(root, 'typo'))).toThrow(/^There is no directory .+typo\. .+Nothing was written\.$/);
    expect(() => blogDirectory(join(root, 'file'))).toThrow(/file is not a directory\. Nothing was written\.$/);
  });

  it('may be a link itself', () => {
    const root = temporaryDirectory('blog');
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'blog'));
    expect(blogDirectory(join(root, 'blog'))).toBe(join(root, 'real'));
  });
});

describe('placeFiles', () => {
  it('writes every file with the modes that are usual for its owner', () => {
    const blog = temporaryDirectory('blog');
    placeFiles(blog, POST);
    expect(held(blog)).toEqual(['img', 'img/a', 'img/a/x.png', 'img/a/x.svg', 'posts', 'posts/a.md']);
    expect(readFileSync(join(blog, 'posts/a.md'), 'utf8')).toBe('posts/a.md');
    const usual = join(blog, 'usual');
    mkdirSync(usual);
    writeFileSync(join(usual, 'file'), '');
    expect(statSync(join(blog, 'posts')).mode).toBe(statSync(usual).mode);
    expect(statSync(join(blog, 'posts/a.md')).mode).toBe(statSync(join(usual, 'file')).mode);
  });

  it('never replaces anything, and takes back what it had written', () => {
    const blog = temporaryDirectory('blog');
    mkdirSync(join(blog, 'posts'));
    writeFileSync(join(blog, 'posts/a.md'), 'mine');
    expect(() => placeFiles(blog, POST)).toThrow(
      /^Something else already stands there at .+ Nothing of the post is left/,
    );
    expect(held(blog)).toEqual(['posts', 'posts/a.md']);
    expect(readFileSync(join(blog, 'posts/a.md'), 'utf8')).toBe('mine');
  });

  it('takes back what it had written where a directory is not its own', () => {
    const blog = temporaryDirectory('blog');
    writeFileSync(join(blog, 'posts'), 'a file');
    expect(() => placeFiles(blog, POST)).toThrow(/Nothing of the post is left/);
    expect(held(blog)).toEqual(['posts']);
  });

  it.each(['../a.md', '/etc/a.md', 'posts/../../a.md', 'posts//a.md', '', 'posts/..\\a.md'])(
    'refuses the path %j',
    (path) => {
      const blog = temporaryDirectory('blog');
      expect(() => placeFiles(blog, [file(path, 'x')])).toThrow(/is no path below .+ Nothing of the post is left/);
      expect(held(blog)).toEqual([]);
    },
  );

  it('refuses a directory that leads out through a link', () => {
    const [blog, outside] = [temporaryDirectory('blog'), temporaryDirectory('blog')];
    symlinkSync(outside, join(blog, 'posts'));
    expect(() => placeFiles(blog, [file('posts/a.md')])).toThrow(/leads out of .+ through a symbolic link/);
    expect(() => placeFiles(blog, [file('posts/deep/er/a.md')])).toThrow(/leads out of/);
    expect(held(outside)).toEqual([]);
  });

  it('follows a link that stays inside', () => {
    const blog = temporaryDirectory('blog');
    mkdirSync(join(blog, 'content'));
    symlinkSync('content', join(blog, 'posts'));
    placeFiles(blog, [file('posts/a.md')]);
    expect(existsSync(join(blog, 'content/a.md'))).toBe(true);
  });

  it('clears what a killed export left, and nothing else', () => {
    const blog = temporaryDirectory('blog');
    mkdirSync(join(blog, 'posts'));
    // No process has this number: https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html
    const dead = '.chronicle-4194305-1f.tmp';
    for (const name of [dead, `.chronicle-${process.pid}-1f.tmp`, '.chronicle-x.tmp'])
      writeFileSync(join(blog, 'posts', name), '');
    placeFiles(blog, [file('posts/a.md')]);
    expect(held(join(blog, 'posts'))).toEqual(['.chronicle-x.tmp', `.chronicle-${process.pid}-1f.tmp`, 'a.md'].sort());
  });

  it.skipIf(process.getuid?.() === 0)('says so where nothing may be written', () => {
    const blog = temporaryDirectory('blog');
    chmodSync(blog, 0o500);
    expect(() => placeFiles(blog, POST)).toThrow(/^Permission was denied .+ Nothing of the post is left/);
  });
});

describe('fileState', () => {
  it('tells a file that is there from one that differs', () => {
    const blog = temporaryDirectory('blog');
    const post = file('posts/a.md');
    expect(fileState(blog, post)).toBe('absent');
    placeFiles(blog, [post]);
    expect(fileState(blog, post)).toBe('same');
    expect(fileState(blog, file('posts/a.md', 'posts/b.md'))).toBe('differs');
  });

  it('takes a link for something else, wherever it leads', () => {
    const blog = temporaryDirectory('blog');
    symlinkSync('/dev/zero', join(blog, 'a.md'));
    symlinkSync('nowhere', join(blog, 'b.md'));
    expect([fileState(blog, file('a.md')), fileState(blog, file('b.md'))]).toEqual(['differs', 'differs']);
    expect(() => placeFiles(blog, [file('b.md')])).toThrow(/Something else already stands there/);
    expect(lstatSync(join(blog, 'b.md')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(blog, 'nowhere'))).toBe(false);
  });
});
