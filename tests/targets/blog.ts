import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Post, TargetName } from '#src/posts/post.ts';
import { renderPost } from '#src/posts/targets.ts';
import { ROOT, SAMPLE } from '#tests/support/root.ts';

const COMMAND = join(ROOT, 'bin/chronicle');

/** A new blog with these files and posts. Deleted when the test ends. */
export function blogWith(files: Record<string, string>, posts: Post | readonly Post[], target: TargetName): string {
  const blog = mkdtempSync(join(tmpdir(), `chronicle-${target}-`));
  onTestFinished(() => rmSync(blog, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) write(join(blog, path), content);
  for (const file of [posts].flat().flatMap((post) => renderPost(post, target).files))
    if ('text' in file) write(join(blog, file.path), file.text);
  return blog;
}

/** The slug of the draft that `blogWithDraft` exports, and the heading of its second part. */
export const DRAFT = { slug: 'two-small-machines', heading: 'A winter report, one page a box' };

/** A new blog with these files and a draft of two sample sessions, written by `chronicle export`. */
export function blogWithDraft(files: Record<string, string>, target: TargetName): string {
  const home = mkdtempSync(join(tmpdir(), `chronicle-${target}-`));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const blog = join(home, 'blog');
  for (const [path, content] of Object.entries(files)) write(join(blog, path), content);
  cpSync(join(SAMPLE, 'projects'), join(home, '.claude/projects'), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, CI: '' };
  const chronicle = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd: home, encoding: 'utf8', env });
    if (status !== 0) throw new Error(`chronicle ${args.join(' ')} ended with ${status}:\n${stderr}`);
  };
  const sessions = ['tidemark/2026-11-11-tm-60-unknown-flags', 'nestbox/2026-11-19-nb-21-winter-report'];
  chronicle('draft', 'new', ...sessions, '--title', 'Two small machines');
  const draft = join(home, '.claude/session-chronicle/drafts', `${DRAFT.slug}.md`);
  const text = readFileSync(draft, 'utf8');
  writeFileSync(draft, text.replace('---\n', '---\nseries: Teaching a machine\npart: 1\n'));
  chronicle('export', DRAFT.slug, '--to', target, '--out', blog, '--redact', '--yes');
  return blog;
}

/** Runs a generator in a blog. If it fails, the error contains its output. */
export function generate(blog: string, command: string, args: readonly string[]): void {
  const env = { ...process.env, LANG: 'C.UTF-8', ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: blog, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`${command} ended with ${status ?? error?.message}:\n${stdout}\n${stderr}`);
}

/** Whether a command is installed. Prints a note if it is not. */
export function hasCommand(command: string, version: string): boolean {
  const found = spawnSync(command, [version]).status === 0;
  if (!found) console.error(`Skipped: ${command} is not on PATH.`);
  return found;
}

export function pageOf(blog: string, path: string): string {
  return readFileSync(join(blog, path), 'utf8');
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
