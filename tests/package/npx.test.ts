import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readChronicles } from '../client/recorded.ts';
import { log } from '../client/scenario.ts';
import { openCleanRoom } from './clean-room.ts';

it('set up by npx, goes on recording when the cache of npx is gone', async () => {
  const room = await openCleanRoom([{ prompt: 'fix the build', commands: [log('ERROR', 'Wrong port')] }]);
  onTestFinished(() => room.lab.close());
  const npx = (...args: string[]) => room.npm('exec', '--yes', '--package', room.tarball, '--', 'chronicle', ...args);
  expect(await npx('init', '--yes')).toMatchObject({ code: 0 });
  const where = await room.npm('config', 'get', 'cache');
  rmSync(join(where.stdout.trim(), '_npx'), { recursive: true });

  expect(await room.lab.run(['-p', 'fix the build'])).toMatchObject({ code: 0, stderr: '' });
  const [chronicle] = readChronicles(room.lab.config);
  expect(chronicle?.events).toEqual(['[ERROR] Wrong port']);

  const own = join(room.lab.config, 'session-chronicle/app/bin/chronicle');
  expect(await room.shell(`'${own}' status`)).toMatchObject({ code: 0, stdout: expect.stringContaining('on · last ') });
  const built = await room.shell(`'${own}' build`);
  expect([built.code, built.stderr]).toEqual([2, expect.stringContaining('session-chronicle')]);
  expect(dirname(chronicle?.path ?? '')).toContain(room.lab.config);
});
