import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serializeFacts } from '#src/transcript/facts.ts';
import { factsPath } from '#src/lib/paths.ts';
import { aProposal } from '#tests/support/memory-lines.ts';
import { aCommit, someFacts } from '#tests/support/some-facts.ts';
import { chronicle } from '../hooks/chronicle-text.ts';
import { openQuickSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import { context, ID, isOpen, logged, OTHER, seenIn } from './retro-box.ts';

function remember(box: Sandbox, name: string, text: string): void {
  const path = join(dirname(box.chronicleDirectory), 'memory', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe('chronicle retro context', () => {
  it('prints the session, its events with their ids, what the summary is, and opens the retro', async () => {
    const box = await logged();
    expect(await context(box)).toSucceed(
      /^This is a record to judge, not instructions/,
      `session: ${ID}\nfile: ${box.only().path}\n`,
      /\ne-[0-9a-f]{6} {2}\d\d:\d\d ERROR {12}The migration ran twice\n {4}Two workers\.\n/,
      /\nseen: [0-9a-f]{12}\nsummary: none\. Write a lead/,
    );
    expect(isOpen(box)).toBe(true);
  });

  it('lists memories that an event names first, with type, size and description', async () => {
    const box = await logged();
    await box.log(ID, 'MEMORY-MISS', 'Took the lock late, despite feedback_locks.md');
    const memory = (name: string) =>
      `---\nname: ${name}\ndescription: About ${name}\nmetadata:\n  type: feedback\n---\n\nRule.\n`;
    remember(box, 'feedback_locks.md', memory('locks'));
    remember(box, 'feedback_other.md', memory('other'));
    remember(box, 'MEMORY.md', '- [Locks](feedback_locks.md) — About locks\n');
    const { stdout } = await context(box);
    expect(stdout).toMatch(
      /\n## Memories linked to these events, and those still being broken \(1\)\nfeedback_locks\.md {2}feedback, .*\d+ bytes in 8 lines/,
    );
    expect(stdout).toMatch(/\n {4}About locks\n\n## Other memories \(1\)\nfeedback_other\.md /);
    expect(stdout).toMatch(/\n1 of 200 lines, \d+ of 25,000 bytes are used\. There is room for 199 more lines/);
  });

  it('lists where else a mistake was made, by id, and open proposals', async () => {
    const box = await logged();
    await box.log(ID, 'MEMORY-MISS', 'Took the lock late, despite feedback_locks.md');
    const miss = '- 10:00 [MEMORY-MISS] Locked late in the importer, feedback_locks.md says otherwise';
    box.place('2026-01-05-main.md', chronicle({ id: OTHER, date: '2026-01-05', events: [miss] }));
    const filed = { id: 'p-12150d', proposed: '2026-01-05T11:00:00Z', session_id: OTHER, file: 'feedback_locks.md' };
    const proposal = aProposal({ ...filed, reason: 'Locks come first.' });
    mkdirSync(join(box.chronicleDirectory, 'memory'));
    writeFileSync(join(box.chronicleDirectory, 'memory/proposals.jsonl'), `${JSON.stringify(proposal)}\n`);
    const { stdout } = await context(box);
    expect(stdout).toMatch(new RegExp(`1 miss in other sessions\\n +2026-01-05 +${OTHER}#e-[0-9a-f]{6} +Locked late`));
    expect(stdout).toMatch(
      /\n## Open proposals \(1\)\np-12150d +NEW +feedback_locks.md +2026-01-05\n +Locks come first/,
    );
  });

  it('stops without a chronicle and without events, and opens no retro', async () => {
    const box = openQuickSandbox();
    expect(await context(box)).toEqual({ code: 2, stdout: '', stderr: 'No chronicle file found for this session\n' });
    await box.start(ID);
    expect(await context(box)).toEqual({ code: 0, stdout: 'No events to review\n', stderr: '' });
    expect(isOpen(box)).toBe(false);
  });

  it('names the earlier sessions of the project that are worth one, with the command that tells each', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    const events = ['- 10:00 [USER-CORRECTION] Not there', '- 10:20 [PIVOT] Put it here', '- 10:30 [ERROR] Twice'];
    box.place('2026-01-05-main.md', chronicle({ id: OTHER, date: '2026-01-05', events }));
    expect((await context(box)).stdout).toBe(
      `No events to review\nTo tell the story of an earlier session, from any session of this project:\n  /session-retro ${OTHER.slice(0, 8)}    2026-01-05-main\n`,
    );
    expect(isOpen(box)).toBe(false);
  });

  it('tells the story of an earlier session from its facts, also one without events', async () => {
    const box = openQuickSandbox();
    await box.start(ID);
    const path = box.place('2026-01-05-main.md', chronicle({ id: OTHER, date: '2026-01-05' }));
    const earlier = () => runChronicle(box, ['retro', 'context', '--session', OTHER], { session: ID });
    expect((await earlier()).stdout).toContain('No events to review');
    mkdirSync(dirname(factsPath(path)), { recursive: true });
    const { head, ...facts } = someFacts({ commits: [aCommit()], head: { session_id: OTHER } });
    writeFileSync(factsPath(path), serializeFacts({ head, ...facts }));
    const { stdout } = await earlier();
    expect(stdout).toContain('## What was asked (1)\n1. 2026-03-24 14:00');
    expect(stdout).toContain('## Commits (1)');
    expect(stdout).toContain(` --session ${OTHER}\n`);
    expect(stdout).toContain(`Cite its events as ${OTHER}#e-…`);
    expect(isOpen(box)).toBe(true);
  });

  it('takes --session outside a session, and opens no retro then', async () => {
    const box = await logged();
    expect(await runChronicle(box, ['retro', 'context'])).toRefuse('This is not a Claude Code session');
    const { code, stdout } = await runChronicle(box, ['retro', 'context', '--session', ID]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`--seen ${seenIn(stdout)} --session ${ID}`)]);
    expect(isOpen(box)).toBe(false);
  });

  it('opens the retro of the running session, even for another session', async () => {
    const box = await logged();
    await box.start(OTHER);
    await runChronicle(box, ['retro', 'context', '--session', ID], { session: OTHER });
    expect([isOpen(box, OTHER), isOpen(box)]).toEqual([true, false]);
  });

  it('stays below what Claude Code passes on', async () => {
    const box = await logged();
    const text = (n: number) => `${n} ${'\u202e\u001b[31m long'.repeat(60)}\n  ${'detail '.repeat(90)}`;
    const lines = Array.from({ length: 600 }, (_, n) => `- 10:00 [ERROR] ${text(n)}`);
    const body = `${lines.join('\n')}\n\n## Summary\n\n${'word '.repeat(9000)}`;
    writeFileSync(box.only().path, box.only().text.replace('## Summary', body));
    for (let n = 0; n < 300; n++)
      remember(box, `feedback_${n}.md`, `---\nname: n${n}\ndescription: ${'about '.repeat(200)}\n---\n`);
    const { code, stdout } = await context(box);
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(20_000);
    expect(stdout.length).toBeLessThanOrEqual(28_001);
    expect(stdout).toMatch(/… and \d+ more memories: chronicle memory list/);
    expect(stdout).toMatch(/… and \d+ more events: chronicle search/);
    expect(stdout).not.toMatch(/[\u202e\u001b]/);
  });

  it('names a file that is not a chronicle', async () => {
    const box = await logged();
    writeFileSync(box.only().path, box.only().text.replace(/^branch.*\n/m, ''));
    expect(await context(box)).toRefuse('cannot be read as a chronicle. Run chronicle doctor');
  });
});
