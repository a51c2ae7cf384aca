import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '#src/cli/run.ts';
import { widthOf } from '#src/cli/terminal/wrap.ts';
import { spawnCommand } from '../cli/spawn-command.ts';
import { fakeIo } from './fake-io.ts';
import { ESCAPE, lines, openReadingArchive } from './reading-archive.ts';
import { envOf } from './run-command.ts';

const config = openReadingArchive();
const env = { PATH: process.env.PATH ?? '', HOME: join(config, 'no-home'), CLAUDE_CONFIG_DIR: config };

/** Runs a command as in a terminal of this width, with colours. */
async function runAt(columns: number, ...args: string[]) {
  const { io, printed } = fakeIo(envOf(env, config));
  const terminal = { isTerminal: true, columns, hasColour: true };
  await runCommandLine({ ...io, stdout: { ...io.stdout, ...terminal }, stderr: { ...io.stderr, ...terminal } }, args);
  return printed;
}

describe('in a terminal', () => {
  it.each([['list', '--limit', '80'], ['search', 'memory'], ['show', '7cad4bbb'], []])(
    '%j keeps to its width but for paths',
    async (...args) => {
      const { stdout } = await runAt(80, ...args);
      const isWide = (each: string) => widthOf(each) > 80 && !each.startsWith('/');
      const wide = lines(stripVTControlCharacters(stdout)).filter(isWide);
      expect(wide).toEqual([]);
    },
  );

  it('text of a chronicle never carries an escape sequence', async () => {
    const { stdout } = await runAt(100, 'show', '00000000-hostile');
    expect(stdout).toContain('zebra \\u{1b}[31mred\\u{1b}[0m');
    expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('a process without a terminal', () => {
  it('prints colours only if FORCE_COLOR asks for them', async () => {
    const run = (more: Record<string, string>) =>
      spawnCommand(['list', '--limit', '1'], { env: { ...env, ...more }, cwd: config });
    expect((await run({})).stdout).not.toContain(ESCAPE);
    expect((await run({ FORCE_COLOR: '1' })).stdout).toContain(ESCAPE);
    expect((await run({ FORCE_COLOR: '0' })).stdout).not.toContain(ESCAPE);
  });
});
