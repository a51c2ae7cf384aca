import { describe, expect, it } from 'vitest';
import { filesWithText, openForgettable } from '../commands/forgettable-archive.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal } from './pseudo-terminal.ts';

describe('chronicle forget - (needs tmux)', () => {
  it.skipIf(!hasTerminal)('reads the text without echo, shows each line that changes, and asks', async () => {
    const box = openForgettable();
    const terminal = await openTerminal([process.execPath, CLI, 'forget', '-'], {
      env: box.environment(),
      cwd: box.checkout,
    });
    await terminal.waitFor('The text to forget');
    await terminal.press('secret', 'Enter');
    await terminal.waitFor('Forget this?');
    expect(await terminal.screen()).toMatch(/\+.*For ZOË_LTD.\(forgotten\)/);
    await terminal.press('Enter');
    await terminal.waitFor('ended with 2');
    expect(filesWithText(box)).toHaveLength(17);
  });
});
