import { describe, expect, it } from 'vitest';
import type { MemoryBox } from '../commands/memory-box.ts';
import { reviewable, statesOf } from '../commands/review-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal, type PseudoTerminal } from './pseudo-terminal.ts';

// Needs tmux to press keys.
describe.skipIf(!hasTerminal)('chronicle review in a terminal (needs tmux)', () => {
  it('ends at Ctrl-C and keeps earlier decisions', async () => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('[?] help');
    await terminal.press('Enter', 'y');
    await terminal.waitFor(/2 of 2[\s\S]+\[\?\] help/);
    await terminal.press('C-c');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(/Applied p-aaaaaa\.\nStill open: p-bbbbbb\.\n/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'approved', 'p-bbbbbb': 'open' });
  });
});

function review(box: MemoryBox): Promise<PseudoTerminal> {
  const surroundings = { env: box.environment({}), cwd: box.checkout };
  return openTerminal([process.execPath, CLI, 'review'], surroundings);
}
