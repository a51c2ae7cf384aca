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
import { sha256Of } from '#src/lib/digest.ts';
import { blogDirectory, createBlogDirectory, hashInBlog, placeFiles } from '#src/posts/blog.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const file = (path: string, text = path) => ({ path, bytes: Buffer.from(text), text, replaces: null });
const POST = [file('img/a/x.svg'), file('img/a/x.png'), file('posts/a.md')];

/** All paths in a directory, hidden ones too. */
function held(directory: string): string[] {
  return readdirSync(directory, { recursive: true }).map(String).sort();
}

describe('blogDirectory', () => {
  it('may be missing, and refuses a file', () => {
    const root = temporaryDirectory('blog');
    writeFileSync(join(root, 'file'), '');
    expect(blogDirectory(root)).toEqual({ path: root, isMissing: false });
    expect(blogDirectory(join(root, 'a/b'))).toEqual({ path: join(root, 'a/b'), isMissing: true });
    for (const path of ['file', 'file/blog'])
      expect(() => blogDirectory(join(root, path))).toThrow(/Nothing was exported\.$/);
  });

  it('may be a link itself', () => {
    const root = temporaryDirectory('blog');
    mkdirSync(join(root, 'real'));
    symlinkSync('real', join(root, 'blog'));
    expect(blogDirectory(join(root, 'blog')).path).toBe(join(root, 'real'));
    expect(blogDirectory(join(root, 'blog/new')).path).toBe(join(root, 'real/new'));
    symlinkSync('nowhere', join(root, 'dangling'));
    expect(() => blogDirectory(join(root, 'dangling'))).toThrow(/cannot be used/);
  });

  it('is created with the directories above it', () => {
    const root = temporaryDirectory('blog');
    createBlogDirectory(join(root, 'a/b'));
    placeFiles(join(root, 'a/b'), [file('post.md')]);
    expect(held(root)).toEqual(['a', 'a/b', 'a/b/post.md']);
  });
});

describe('placeFiles', () => {
  it('writes every file with the owner’s usual modes', () => {
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

  it.runIf(process.platform === 'linux')('ends where the system keeps saying that a directory is missing', () => {
    expect(() => placeFiles('/proc', POST)).toThrow(/^No such file or directory: .+ No file was changed\.$/);
  });

  it.each([
    ['a file in its place', 'posts/a.md', /^The file already exists: .+\. No file was changed\.$/],
    ['a file in the way of its directory', 'posts', / No file was changed\.$/],
  ])('writes nothing over %s, and leaves no directory behind', (_, path, sentence) => {
    const blog = temporaryDirectory('blog');
    if (path !== 'posts') mkdirSync(join(blog, 'posts'));
    writeFileSync(join(blog, path), 'mine');
    const before = held(blog);
    expect(() => placeFiles(blog, POST)).toThrow(sentence);
    expect([held(blog), readFileSync(join(blog, path), 'utf8')]).toEqual([before, 'mine']);
  });

  it.each(['../a.md', '/etc/a.md', 'posts/../../a.md', 'posts//a.md', '', 'posts/..\\a.md'])(
    'refuses the path %j',
    (path) => {
      const blog = temporaryDirectory('blog');
      expect(() => placeFiles(blog, [file(path, 'x')])).toThrow(/is not a path inside .+ No file was changed\.$/);
      expect(held(blog)).toEqual([]);
    },
  );

  it('refuses a directory that leads out through a link', () => {
    const [blog, outside] = [temporaryDirectory('blog'), temporaryDirectory('blog')];
    symlinkSync(outside, join(blog, 'posts'));
    expect(() => placeFiles(blog, [file('posts/a.md')])).toThrow(
      `${blog}/posts leads out of ${blog} through a symbolic link. No file was changed.`,
    );
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

  it('deletes the leftovers of a killed export, and nothing else', () => {
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
    expect(() => placeFiles(blog, POST)).toThrow(/^Permission denied: .+\/img.*\. No file was changed\.$/);
    expect(() => placeFiles(blog, [file('a.md')])).toThrow(/^Permission denied: .+\/a\.md\. No file was changed\.$/);
  });
});

describe('a file that is replaced', () => {
  const openBlog = () => {
    const blog = temporaryDirectory('blog');
    writeFileSync(join(blog, 'a.md'), 'old', { mode: 0o640 });
    return blog;
  };
  const update = { ...file('a.md', 'new'), replaces: sha256Of(Buffer.from('old')) };

  it('has the new text and keeps its mode', () => {
    const blog = openBlog();
    placeFiles(blog, [update]);
    expect(readFileSync(join(blog, 'a.md'), 'utf8')).toBe('new');
    expect(statSync(join(blog, 'a.md')).mode & 0o777).toBe(0o640);
    expect(held(blog)).toEqual(['a.md']);
  });

  it('is left alone if it has changed since it was read', () => {
    const blog = openBlog();
    writeFileSync(join(blog, 'a.md'), 'mine');
    expect(() => placeFiles(blog, [update])).toThrow(/a\.md was changed by another program\./);
    expect(readFileSync(join(blog, 'a.md'), 'utf8')).toBe('mine');
  });

  it('stays as it was if a later file cannot be written', () => {
    const blog = openBlog();
    writeFileSync(join(blog, 'b.md'), 'mine');
    expect(() => placeFiles(blog, [update, file('b.md')])).toThrow(/ No file was changed\.$/);
    expect(readFileSync(join(blog, 'a.md'), 'utf8')).toBe('old');
    expect(statSync(join(blog, 'a.md')).mode & 0o777).toBe(0o640);
  });
});

it('hashInBlog is null for a missing file, and follows no link', () => {
  const blog = temporaryDirectory('blog');
  const post = file('posts/a.md');
  expect(hashInBlog(blog, post.path)).toBeNull();
  placeFiles(blog, [post]);
  expect(hashInBlog(blog, post.path)).toBe(sha256Of(post.bytes));
  symlinkSync('/dev/zero', join(blog, 'a.md'));
  symlinkSync('nowhere', join(blog, 'b.md'));
  expect([hashInBlog(blog, 'a.md'), hashInBlog(blog, 'b.md')]).toEqual([undefined, undefined]);
  expect(() => placeFiles(blog, [file('b.md')])).toThrow(/The file already exists/);
  expect(lstatSync(join(blog, 'b.md')).isSymbolicLink()).toBe(true);
  expect(existsSync(join(blog, 'nowhere'))).toBe(false);
});
