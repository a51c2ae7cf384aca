import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathsOf } from '#src/lib/paths.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it('does not wait for a session that took too long when the command has ended', () => {
  const config = temporaryDirectory();
  const program = join(import.meta.dirname, 'slow-harvest.ts');
  const { status, stdout, signal } = spawnSync(process.execPath, [program, config], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect({ status, stdout, signal }).toEqual({ status: 1, stdout: 'done\n', signal: null });
  expect(readFileSync(pathsOf(config).failureLog, 'utf8')).toContain('CHRONICLE_HARVEST_SLOW');
});
