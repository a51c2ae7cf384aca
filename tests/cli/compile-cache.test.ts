/** What Node compiled is kept in the cache directory only, and no state of it changes an answer or is told of. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicle } from '../hooks/chronicle-text.ts';
import { CLI } from './cli-bundle.ts';

const LAUNCHER = join(CLI, '../../../bin/chronicle');

/** Takes the right to write everywhere away from root. */
const POWERLESS = ['setpriv', '--bounding-set=-all', '--inh-caps=-all'];

/** A home with a session, and `chronicle recall` there without a cache of the tests. */
function home() {
  const root = temporaryDirectory('compile-cache');
  const folder = join(root, '.claude/projects/-home-me-app/chronicle');
  mkdirSync(folder, { recursive: true });
  const text = chronicle({ id: 'one-session', events: ['- 13:30 [ERROR] The redirect loops in Safari'] });
  writeFileSync(join(folder, '2026-03-24-main.md'), text);
  const temporary = join(root, 'tmp');
  mkdirSync(temporary);
  const env = { PATH: process.env.PATH ?? '', HOME: root, TMPDIR: temporary };
  const run = (before: readonly string[] = []) => {
    const [program = '', ...args] = [...before, process.execPath, LAUNCHER, 'recall', '--project', 'all', 'redirect'];
    const { status, stdout, stderr } = spawnSync(program, args, { env, cwd: root, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  return { root, run, cache: join(root, '.claude/session-chronicle/cache') };
}

/** The files below a directory. */
function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .sort();
}

it('is written into the cache directory only, once there is an index', () => {
  const { root, run, cache } = home();
  const first = run();
  expect(first).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The redirect loops in Safari'),
    stderr: '',
  });
  const compiled = join(cache, 'compiled');
  expect(filesIn(compiled)).toEqual([]);
  const before = filesIn(root);
  expect(run()).toEqual(first);
  expect(filesIn(compiled)).not.toEqual([]);
  if (process.platform !== 'win32') expect(statSync(cache).mode & 0o777).toBe(0o700);
  const added = filesIn(root).filter((path) => !before.includes(path));
  expect(added.filter((path) => !path.startsWith(cache))).toEqual([]);
});

it('changes no answer when it is damaged, and is not told of', () => {
  const { run, cache } = home();
  const right = run();
  run();
  const compiled = join(cache, 'compiled');
  const kept = filesIn(compiled);
  expect(kept).not.toEqual([]);
  const damages: ((path: string) => void)[] = [
    (path) => writeFileSync(path, ''),
    (path) => writeFileSync(path, readFileSync(path).subarray(0, 100)),
    (path) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at % 7 === 3 ? ~byte : byte)),
      ),
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ];
  for (const damage of damages) {
    for (const path of filesIn(compiled)) damage(path);
    expect(run()).toEqual(right);
  }
  rmSync(compiled, { recursive: true });
  writeFileSync(compiled, 'no directory');
  expect(run()).toEqual(right);
  expect(readFileSync(compiled, 'utf8')).toBe('no directory');
});

it('is left out where nothing can be written', ({ skip, onTestFinished }) => {
  const before = process.getuid?.() === 0 ? POWERLESS : [];
  if (before[0] && spawnSync(before[0], [...before.slice(1), 'true']).status !== 0)
    skip('root may write everywhere, and setpriv cannot take that right away.');
  const { root, run } = home();
  const right = run();
  const paths = [root, ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))];
  for (const path of paths) chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
  onTestFinished(() => {
    for (const path of paths) chmodSync(path, 0o755);
  });
  const there = filesIn(root);
  const { stderr, ...answer } = run(before);
  expect(answer).toEqual({ status: right.status, stdout: right.stdout });
  // Only the index is told of.
  expect(stderr).toMatch(/^The search index \S+index\.sqlite cannot be used: .* takes longer\.\n$/);
  expect(filesIn(root)).toEqual(there);
});
