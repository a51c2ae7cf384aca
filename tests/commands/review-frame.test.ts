import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PseudoTerminal } from '../cli/pseudo-terminal.ts';
import { playTerminal } from './played-terminal.ts';
import { DRAFT, drafted } from './export-box.ts';
import { reviewable } from './review-box.ts';

/** The two reviews, each at its first question. */
const REVIEWS: Record<string, () => Promise<{ terminal: PseudoTerminal; saved: () => string }>> = {
  proposals: async () => {
    const { box } = reviewable();
    const terminal = playTerminal(['review'], { env: box.environment(), cwd: box.checkout });
    return { terminal, saved: () => box.proposals };
  },
  findings: async () => {
    const { box, ofDraft } = await drafted();
    const env = box.environment({ CLAUDE_PID: undefined });
    const terminal = playTerminal(['review'], { env, cwd: box.project });
    return { terminal, saved: () => readFileSync(ofDraft(DRAFT, '.redactions.yml'), 'utf8') };
  },
};

describe.each(Object.entries(REVIEWS))('chronicle review of %s', (_, open) => {
  it('shows the position, the evidence, and the keys that all reviews have', async () => {
    const { terminal } = await open();
    await terminal.waitFor('[?] help');
    const shown = await terminal.screen();
    expect(shown).toMatch(/^1 of 2 · .+\n[\s\S]+\n\nEvidence: .+\n {2,4}\S[\s\S]+\n\n.+\?\n {2}\[y\] /m);
    expect(shown.replaceAll(/\n */g, ' ')).toMatch(/\[y\] .+ \[s\] later {1,2}\[q\] quit {1,2}\[\?\] help/);
    await terminal.press('?');
    await terminal.waitFor(/ {2}y {2,}\S[\s\S]+ {2}q {2,}stop here[\s\S]+\[\?\] help/);
    await terminal.press('s');
    await terminal.waitFor(/> later[\s\S]+2 of 2 · [\s\S]+\[u\] undo/);
    await terminal.press('u');
    await terminal.waitFor(/> undo[\s\S]+1 of 2 · [\s\S]+\[y\]/);
    await terminal.press('q');
    await terminal.waitFor('ended with');
  });
});

describe('undo in a review', () => {
  it('makes a decided finding open again', async () => {
    const { terminal, saved } = await (REVIEWS.findings as (typeof REVIEWS)[string])();
    await terminal.waitFor('[?] help');
    await terminal.press('a');
    await terminal.waitFor('ended with 0');
    expect(saved().match(/: replace\n/g)).toHaveLength(2);
    const again = await (REVIEWS.findings as (typeof REVIEWS)[string])();
    await again.terminal.waitFor('[?] help');
    await again.terminal.press('y');
    await again.terminal.waitFor('2 of 2');
    expect(again.saved()).toMatch(/: replace\n/);
    await again.terminal.press('u');
    await again.terminal.waitFor(/> undo[\s\S]+1 of 2/);
    expect(again.saved()).not.toMatch(/: replace\n/);
    await again.terminal.press('q');
    await again.terminal.waitFor('ended with');
  });
});
