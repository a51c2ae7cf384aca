import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, proposal, withProposals } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openQuickSandbox } from './sandbox.ts';

describe('the question', () => {
  it('names the proposals that the command names', async () => {
    const box = await withProposals([proposal(1), proposal(2, { action: 'STALE?', file: 'old.md' }), proposal(3)]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply p-000002 p-000001 p-0000ff'));
    expect(reason.split('\n').slice(1)).toEqual([
      'p-000001 NEW feedback_1.md',
      'p-000002 STALE? old.md',
      'p-0000ff (no such proposal in this project)',
    ]);
  });

  it("names the session's open proposals for `all`", async () => {
    const box = await withProposals([
      proposal(1),
      proposal(2, { session_id: 'other' }),
      proposal(3, { state: 'skipped' }),
      proposal(4, { action: 'DELETE' }),
    ]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason.split('\n').slice(1)).toEqual(['p-000001 NEW feedback_1.md', 'p-000004 DELETE feedback_4.md']);
  });

  it('names eight proposals and counts the rest', async () => {
    const box = await withProposals(Array.from({ length: 11 }, (_, n) => proposal(n, { id: `p-0000${10 + n}` })));
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason.split('\n')).toHaveLength(10);
    expect(reason).toMatch(/\nand 3 more$/);
  });

  it.each(['undo p-000001 --yes', 'skip all'])('says what would be done by %s', async (command) => {
    const box = await withProposals([proposal(1), proposal(2, { session_id: 'other' })]);
    const { reason } = await answer(box, toolPayload(`chronicle memory ${command}`));
    expect(reason).toContain(`This would ${command.slice(0, 4)}:\np-000001 NEW feedback_1.md`);
    expect(reason).not.toContain('p-000002');
  });

  it('is about the last line with an id', async () => {
    const box = await withProposals([proposal(1), proposal(1, { action: 'DELETE', file: 'old.md' })]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply p-000001'));
    expect(reason.split('\n').slice(1)).toEqual(['p-000001 DELETE old.md']);
  });

  it('says that a command which only a shell can read will be refused', async () => {
    const box = await withProposals([proposal(1)]);
    const { reason } = await answer(box, toolPayload('cd . && chronicle memory apply p-000001'));
    expect(reason).toContain('only a shell can tell');
  });

  it('prints nothing from a file that a terminal would interpret, and stays short', async () => {
    const box = await withProposals([
      proposal(1, { file: '\u001b[2Ja\n\u202eb.md' }),
      proposal(2, { file: `${'x'.repeat(100_000)}.md` }),
      proposal(3, { action: 'NEW\u001b[2J' }),
      proposal(4, { file: ['a.md'] }),
    ]);
    writeFileSync(join(box.chronicleDirectory, 'memory/proposals.jsonl'), '{"id": "p-00\n[1]\nnull\n', { flag: 'a' });
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason).not.toMatch(/[\u001b\u202e]/);
    expect(reason.split('\n')).toHaveLength(3);
    expect(reason.length).toBeLessThan(1000);
  });

  it('finds the newest proposals in a long file', async () => {
    const many = Array.from({ length: 40 }, (_, n) =>
      proposal(1, { state: 'approved', text: 'x'.repeat(100_000 + n) }),
    );
    const box = await withProposals([...many, proposal(2)]);
    const { reason } = await answer(box, toolPayload('chronicle memory apply all'));
    expect(reason).toMatch(/apply:\np-000002 NEW feedback_2\.md$/);
  });

  it('is asked without proposals if the session has no chronicle', async () => {
    const { reason } = await answer(openQuickSandbox(), toolPayload('chronicle memory apply all'));
    expect(reason).toContain('nothing to apply');
  });
});
