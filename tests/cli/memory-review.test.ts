import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MemoryBox } from '../commands/memory-box.ts';
import { anEditor, NEW_TEXT, reviewable, statesOf } from '../commands/review-box.ts';
import { CLI } from './cli-bundle.ts';
import { hasTerminal, openTerminal, type PseudoTerminal } from './pseudo-terminal.ts';

// Needs tmux to press keys.
describe.skipIf(!hasTerminal)('chronicle review in a terminal (needs tmux)', () => {
  it('shows what each proposal changes and why, and applies it if the person agrees', async () => {
    const { box } = reviewable();
    const terminal = await review(box);
    await terminal.waitFor('Apply this change to feedback_dates.md?');
    const shown = await terminal.screen();
    expect(shown).toContain('2 open proposals for');
    expect(shown).toContain('1 of 2 · p-aaaaaa\n[NEW] feedback_dates.md');
    expect(shown).toContain('It came back.');
    expect(shown).toMatch(
      /Evidence: 1 event\n {2}5e551011-2026-08-03#e-[0-9a-f]{6} \[MEMORY-MISS\] a date with a time/,
    );
    expect(shown).toContain('+Use LocalDate.');
    expect(shown).toContain(
      'MEMORY.md: + - [Feedback dates](feedback_dates.md) — Pickup days are dates without a time',
    );
    expect(existsSync(join(box.memoryDirectory, 'feedback_dates.md'))).toBe(false);
    await terminal.press('y');
    await terminal.waitFor('Apply this change to feedback_money.md?');
    expect(await terminal.screen()).toContain('-Cents.');
    await terminal.press('n');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toMatch(/Applied p-aaaaaa\.\nDeclined p-bbbbbb\.\n/);
    expect(readFileSync(join(box.memoryDirectory, 'feedback_dates.md'), 'utf8')).toBe(NEW_TEXT);
    expect(readFileSync(join(box.memoryDirectory, 'MEMORY.md'), 'utf8')).toContain('(feedback_dates.md)');
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'approved', 'p-bbbbbb': 'skipped' });
  });

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

  it('survives Ctrl-C in the editor', async () => {
    const { box } = reviewable();
    const editor = anEditor(box, `kill -INT $PPID; sed -i 's/Use LocalDate/Take LocalDate/' "$1"`);
    const terminal = await review(box, { EDITOR: editor });
    await terminal.waitFor('[?] help');
    await terminal.press('e');
    await terminal.waitFor(/\+Take LocalDate[\s\S]+\[\?\] help/);
    await terminal.press('y');
    await terminal.waitFor(/2 of 2[\s\S]+\[\?\] help/);
    await terminal.press('C-c');
    await terminal.waitFor('ended with 0');
    expect(await terminal.screen()).toContain('Still open: p-bbbbbb.');
  });
});

function review(box: MemoryBox, env: Record<string, string> = {}): Promise<PseudoTerminal> {
  const surroundings = { env: box.environment(env), cwd: box.checkout };
  return openTerminal([process.execPath, CLI, 'review'], surroundings);
}
