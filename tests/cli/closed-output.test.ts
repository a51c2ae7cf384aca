import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIN } from '#tests/support/root.ts';
import { openSandbox } from '../hooks/sandbox.ts';

it('a command whose output nobody reads, as in `chronicle init | head -1`, does all of its work', async () => {
  const box = openSandbox();
  const child = spawn(process.execPath, [MAIN, 'init', '--yes', '--no-contract'], {
    env: box.environment(),
    cwd: box.project,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(existsSync(join(box.config, 'settings.json'))).toBe(true);
});
