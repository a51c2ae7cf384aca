import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playTerminal } from './played-terminal.ts';
import { DRAFT, drafted } from './export-box.ts';
import { reviewable, statesOf } from './review-box.ts';

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
