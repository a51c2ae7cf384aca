/** How `bin/chronicle build` and `dev` end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ROOT, SAMPLE } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

function start(config: string, ...words: string[]) {
  const env = { PATH: process.env.PATH, HOME: config, CLAUDE_CONFIG_DIR: config };
  const child = spawn(process.execPath, [join(ROOT, 'bin/chronicle'), ...words], { env });
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += data));
  const ended = new Promise<[number | null, NodeJS.Signals | null, string]>((resolve) =>
    child.once('close', (code, signal) => resolve([code, signal, stderr])),
  );
  return { child, ended };
}

it('says why a build cannot begin', async () => {
  const missing = join(temporaryDirectory(), 'missing');
  expect(await start(missing, 'build').ended).toEqual([2, null, expect.stringMatching(/^\S+ does not exist\. .*\n$/)]);
});

it.runIf(process.platform !== 'win32')('ends a build with the signal that it gets', async () => {
  const config = temporaryDirectory();
  cpSync(join(SAMPLE, 'projects'), join(config, 'projects'), { recursive: true });
  const { child, ended } = start(config, 'build', '--no-search');
  while (!existsSync(join(config, 'session-chronicle/.site.new'))) await setTimeout(20);
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  expect([code, signal]).toEqual([null, 'SIGTERM']);
  expect(existsSync(join(config, 'session-chronicle/site/index.html'))).toBe(false);
});

it.runIf(process.platform !== 'win32')(
  'ends the server without a failure when it is told to',
  { tags: 'long' },
  async () => {
    const config = temporaryDirectory();
    const { child, ended } = start(config, 'dev', '--port', '0');
    const [line] = await once(child.stdout, 'data');
    expect((await fetch(String(line).trim())).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null, expect.stringContaining('Showing the sample archive')]);
    await expect(fetch(String(line).trim())).rejects.toThrow('fetch failed');
  },
);
