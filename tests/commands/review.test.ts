import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { playTerminal } from './played-terminal.ts';
import { reviewable, statesOf } from './review-box.ts';

/** Two open proposals and an unconfirmed event, with the path of its chronicle. */
function withAll() {
  const { box } = reviewable();
  box.session('2026-08-04', '[PIVOT] Took the other way');
  const path = join(box.project, 'chronicle', '2026-08-04-main.md');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('Took the other way\n', 'Took the other way\n  candidate: r-11aa22bb33cc44dd\n'));
  return { box, path };
}

describe('chronicle review', () => {
  it('refuses without a terminal and in a session, and says what to use instead', async () => {
    const { box } = reviewable();
    const { code, stdout, stderr } = await box.run('review');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^chronicle review needs a person at a terminal\. This is not a terminal\. .+candidates list/,
    );
    const inSession = await box.runWith({ CLAUDECODE: '1' }, 'review');
    expect([inSession.code, inSession.stderr]).toEqual([
      2,
      expect.stringContaining('not run in a Claude Code session'),
    ]);
  });

  it('asks about events, then about the proposals of each project', async () => {
    const { box, path } = withAll();
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor(/Did this happen\? 1 unconfirmed event[\s\S]+Confirm this PIVOT\?/);
    await terminal.press('y');
    await terminal.waitFor(/1 confirmed, 0 dropped[\s\S]+Shall this be a rule\?[\s\S]+1 of 2/);
    expect(readFileSync(path, 'utf8')).toContain('evidence: r-11aa22bb33cc44dd');
    await terminal.press('n');
    await terminal.waitFor('2 of 2');
    await terminal.press('q');
    await terminal.waitFor('ended with 0');
    expect(statesOf(box)).toEqual({ 'p-aaaaaa': 'skipped', 'p-bbbbbb': 'open' });
  });

  it('says when nothing waits', async () => {
    const { box } = reviewable();
    expect((await box.run('memory', 'skip', 'p-aaaaaa', 'p-bbbbbb')).code).toBe(0);
    const terminal = playTerminal(['review'], { env: box.environment({}), cwd: box.checkout });
    await terminal.waitFor('Nothing waits for you.');
    await terminal.waitFor('ended with 0');
  });
});
