import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PseudoTerminal } from '../cli/pseudo-terminal.ts';
import type { MemoryBox } from './memory-box.ts';
import { playTerminal } from './played-terminal.ts';
import { reviewable, statesOf } from './review-box.ts';

describe('what a person answers to chronicle review about proposals', () => {
  it('undoes the last answer, whatever it was', async () => {
    const { box } = reviewable();
    const terminal = review(box);
    await terminal.waitFor('Apply this change to feedback_dates.md?');
    const shown = await terminal.screen();
    for (const text of [
      '2 open proposals for',
      '1 of 2 · p-aaaaaa\n[NEW] feedback_dates.md',
      'It came back.',
      '[MEMORY-MISS] a date with a time',
      '+Use LocalDate.',
      'MEMORY.md: + - [Feedback dates](feedback_dates.md) — Pickup days are dates without a time',
    ])
      expect(shown).toContain(text);
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
    await terminal.press('y');
    await terminal.waitFor(/2 of 2[\s\S]+\[u\] undo/);
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(true);
    await terminal.press('u');
    await terminal.waitFor(/restored[\s\S]+1 of 2/);
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
    await terminal.press('n');
    await terminal.waitFor(/> decline[\s\S]+2 of 2/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
    await terminal.press('u');
    await terminal.waitFor(/> undo[\s\S]+> undo[\s\S]+1 of 2/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'open', 'p-bbbbbb': 'open' });
    await terminal.press('y');
    await terminal.waitFor(/> apply[\s\S]+> apply[\s\S]+2 of 2/);
    await terminal.press('q');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('Applied p-aaaaaa.\nStill open: p-bbbbbb.');
  });

  it('does not offer to apply a proposal whose file has changed', async () => {
    const { box } = reviewable();
    box.memory('feedback_money.md', { body: 'Changed meanwhile.' });
    const terminal = review(box);
    await terminal.waitFor('1 of 2');
    await terminal.press('y');
    await terminal.waitFor(/2 of 2[\s\S]+\[n\] decline {2}\[s\] later/);
    await terminal.press('s');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(
      /The file has changed since this was proposed[\s\S]+Applied p-aaaaaa\.\nStill open: p-bbbbbb\.\n/,
    );
  });

  it('applies nothing if the proposals file was changed meanwhile', async () => {
    const { box } = reviewable();
    const terminal = review(box);
    await terminal.waitFor('1 of 2');
    writeFileSync(box.proposals, readFileSync(box.proposals, 'utf8').replace('Use LocalDate.', 'Use rm -rf.'));
    await terminal.press('y');
    await terminal.waitFor('has changed since');
    await terminal.press('Escape');
    await terminal.waitFor('ended with 0');
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
  });
});

function review(box: MemoryBox): PseudoTerminal {
  return playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
}
