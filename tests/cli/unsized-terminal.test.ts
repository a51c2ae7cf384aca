import { expect, it } from 'vitest';
import { MAIN } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

it.skipIf(!hasTerminal)(
  'a terminal that says it has no columns gets lines of the usual width (needs tmux)',
  async () => {
    const home = temporaryDirectory();
    const env = { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: home, LANG: 'C.UTF-8', TERM: 'xterm' };
    const command = `stty cols 0 rows 0; "${process.execPath}" "${MAIN}" list`;
    const terminal = await openTerminal(['sh', '-c', command], { env, cwd: home });
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('No chronicles yet in');
  },
);
