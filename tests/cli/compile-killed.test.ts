/** Compiling pages for `build` and `dev`, killed or disturbed on the way. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function start(config: string, program: string, ...words: string[]) {
  const env = { PATH: process.env.PATH, HOME: config, CLAUDE_CONFIG_DIR: config };
  const child = spawn(process.execPath, [join(ROOT, program), ...words], { env });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended: Promise.all([code, text(child.stdout), text(child.stderr)]) };
}

/** Waits until a compile has begun to write, and returns its directory. */
async function begun(root: string): Promise<string> {
  for (;;) {
    const found = existsSync(root) ? readdirSync(root).filter((name) => name.startsWith('pages.new')) : [];
    const writing = found.find((name) => existsSync(join(root, name, 'site')));
    if (writing) return join(root, writing);
    await setTimeout(20);
  }
}

it.runIf(process.platform !== 'win32')(
  'compiles pages although an earlier compile was killed a moment ago',
  { tags: 'long' },
  async () => {
    const config = temporaryDirectory();
    const root = join(config, 'session-chronicle/cache/root');
    const killed = start(config, 'tests/cli/compile-process.ts');
    await begun(root);
    await setTimeout(1000);
    killed.child.kill('SIGKILL');
    expect(await start(config, 'tests/cli/compile-process.ts').ended).toEqual([
      0,
      expect.stringMatching(/\/pages\/code\/prerender-entry\.[^/]+\.mjs$/),
      '',
    ]);
    expect(readdirSync(root).filter((name) => name.startsWith('pages'))).toEqual(['pages']);
  },
);

it('stops compiling when the process is gone that wants the pages', async () => {
  const config = temporaryDirectory();
  const directory = join(config, 'session-chronicle/cache/root/pages.new');
  mkdirSync(directory, { recursive: true });
  const { child, ended } = start(config, 'src/cli/site/compile-pages.ts', directory);
  await begun(join(config, 'session-chronicle/cache/root'));
  child.stdin.end();
  expect(await ended).toEqual([1, '', '']);
  expect(existsSync(join(directory, 'code'))).toBe(false);
});

it.runIf(process.platform !== 'win32')('says in a line why pages could not be compiled', { tags: 'long' }, async () => {
  const config = temporaryDirectory();
  const root = join(config, 'session-chronicle/cache/root');
  const { ended } = start(config, 'tests/cli/compile-process.ts');
  await begun(root);
  while (!existsSync(join(root, '.astro'))) await setTimeout(20);
  rmSync(root, { recursive: true });
  expect(await ended).toEqual([1, '', expect.stringMatching(/^[^\n]+\n$/)]);
});
