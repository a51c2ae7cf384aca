import { readFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PseudoTerminal } from '../cli/pseudo-terminal.ts';
import { playTerminal } from './played-terminal.ts';
import { DRAFT, drafted } from './export-box.ts';
import { reviewable, statesOf } from './review-box.ts';
import type { MemoryBox } from './memory-box.ts';

describe('chronicle review', () => {
  it('refuses without a terminal and in a session, and says what to use instead', async () => {
    const { box } = reviewable();
    const { code, stdout, stderr } = await box.run('review');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^chronicle review needs a person at a terminal\. This is not a terminal\. .+memory apply/);
    expect(await box.runWith({ CLAUDECODE: '1' }, 'review')).toRefuse('not run in a Claude Code session');
  });

  it('asks about the proposals of each project', async () => {
    const { box } = reviewable();
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor(/Make this a memory\? 2 open proposals for [\s\S]+1 of 2/);
    await terminal.press('n');
    await terminal.waitFor('2 of 2');
    await terminal.press('q');
    await terminal.waitFor(/Declined p-aaaaaa[\s\S]+Still open: p-bbbbbb[\s\S]+ended with 0/);
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
  });

  it('asks about the open findings of drafts, as many as chronicle alone counts', async () => {
    const { box, ofDraft } = await drafted();
    const env = box.environment({ CLAUDE_PID: undefined });
    const alone = playTerminal([], { env, cwd: box.project });
    await alone.waitFor(/Waiting for you {2}2 in chronicle review\n {2}2 open findings in 1 draft/);
    await alone.waitFor('ended with 0');
    const terminal = playTerminal(['review'], { env, cwd: box.project });
    await terminal.waitFor(
      /Two things that only you can decide\.[\s\S]+safe to publish\? 2 open findings in [\s\S]+1 of 2/,
    );
    await terminal.press('y');
    await terminal.waitFor('2 of 2');
    expect(readFileSync(ofDraft(DRAFT, '.redactions.yml'), 'utf8')).toMatch(/: replace\n/);
    await terminal.press('q');
    await terminal.waitFor(`${DRAFT}: 1 replaced, 0 kept, 1 still open.`);
    await terminal.waitFor('ended with 0');
  });

  it('says when nothing waits', async () => {
    const { box } = reviewable();
    expect((await box.run('memory', 'skip', 'p-aaaaaa', 'p-bbbbbb')).code).toBe(0);
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor('Nothing waits for you.');
    await terminal.waitFor('ended with 0');
  });
});

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
