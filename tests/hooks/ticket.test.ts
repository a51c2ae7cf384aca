import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeTicket } from '#src/memory/approval.ts';
import type { MemoryVerb } from '#src/memory/tool-call.ts';
import { openRetro } from '#src/record/live.ts';
import { plantLock } from '#tests/support/planted-lock.ts';
import { answer, ID, paths, proposal, withProposals, env } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openSandbox, type Sandbox, openQuickSandbox } from './sandbox.ts';

const APPLY = 'chronicle memory apply p-000001';
const CALL = 'toolu_040ac068fe3e4fb694a7e415';

interface Question {
  box: Sandbox;
  /** What the hook added to the command that the host runs after a yes. */
  proof: string | undefined;
}

/** What a command with the proof gets. */
function take(
  { box, proof: added }: Question,
  { verb = 'apply', minutes = 0, id = ID, proof = added }: Partial<Taking> = {},
) {
  const now = new Date(Date.now() + minutes * 60_000);
  const taken = takeTicket(paths(box), id, env(box, now), { verb, proof });
  return 'refusal' in taken ? taken.refusal : taken.shown.replace(/^[0-9a-f]{64}$/, 'shown');
}

interface Taking {
  verb: MemoryVerb;
  minutes: number;
  id: string;
  proof: string | undefined;
}

/** A question to a person about a command in this sandbox. */
async function askIn(box: Sandbox, command = APPLY, fields: Record<string, unknown> = {}): Promise<Question> {
  const payload = toolPayload(command, { transcript_path: transcriptOf(box), ...fields });
  const { decision, input } = await answer(box, payload);
  expect(decision).toBe('ask');
  const proof = / --proof ([0-9a-f]{32})$/.exec(input?.command ?? '')?.[1];
  return { box, proof };
}

function transcriptOf(box: Sandbox): string {
  const path = join(box.root, 'transcript.jsonl');
  writeFileSync(path, '{"type":"user"}\n');
  return path;
}

/** A session whose person is being asked about a command. */
async function asked(command?: string, fields?: Record<string, unknown>): Promise<Question> {
  return askIn(await withProposals([proposal(1), proposal(2)]), command, fields);
}

describe('the ticket of a question', () => {
  it('is taken once, by the command that the host runs after the answer', async () => {
    // By processes, as the host starts them.
    const question = await askIn(await withProposals([proposal(1), proposal(2)], openSandbox()));
    expect([take(question), take(question)]).toEqual(['shown', 'none']);
  });

  it.each([`chronicle memory apply 'p-000001' "p-000002"`, 'chronicle memory apply all', 'chronicle memory skip all'])(
    'is taken by %s',
    async (command) => {
      const question = await asked(command);
      const verb = command.includes('skip') ? 'skip' : 'apply';
      expect(take(question, { verb })).toBe('shown');
    },
  );

  it('is refused to whoever does not know the proof: a loop that waits, a shell that imitates the host', async () => {
    const question = await asked();
    const { box, proof = '' } = question;
    const { ticket } = JSON.parse(readFileSync(join(box.state, 'index/live', ID), 'utf8'));
    // The agent can read the ticket: it has only the digest.
    const guesses = [undefined, '', '0'.repeat(32), ticket.proof, proof.slice(1), `${proof} `, proof.toUpperCase()];
    expect(JSON.stringify(ticket)).not.toContain(proof);
    for (const guess of guesses) {
      const without = { box, proof: guess };
      expect([guess, take(without)]).toEqual([guess, 'no proof']);
    }
    // The call that the person allows is not hindered by it.
    expect(take(question)).toBe('shown');
  });

  it('is replaced by that of the next question', async () => {
    const earlier = await asked();
    const later = await askIn(earlier.box, APPLY, { tool_use_id: 'toolu_1' });
    expect([take(earlier), take(later)]).toEqual(['no proof', 'shown']);
  });

  it('is refused for another verb and in another session', async () => {
    const question = await asked();
    const others: Partial<Taking>[] = [{ verb: 'undo' }, { id: 'another' }, { id: '../x' }];
    expect(others.map((taking) => take(question, taking))).toEqual(['none', 'none', 'none']);
  });

  it.each([
    [1.9, 'shown'],
    [2.1, 'late'],
    [-1, 'late'],
  ])('is asked for %s minutes after the question: %s', async (minutes, is) => {
    const question = await asked();
    expect([take(question, { minutes }), take(question)]).toEqual([is, 'none']);
  });

  it('is void once the transcript has an outcome, however much follows', async () => {
    const result = (fields: object) => `${JSON.stringify({ type: 'user', message: { content: [fields] } })}\n`;
    const noise = `${JSON.stringify({ type: 'assistant', message: { content: 'x'.repeat(100_000) } })}\n`.repeat(30);
    for (const [text, is] of [
      [noise, 'shown'],
      [result({ type: 'tool_use', id: CALL }), 'shown'],
      [result({ type: 'tool_result', tool_use_id: 'toolu_0', content: CALL }), 'shown'],
      [`${result({ type: 'tool_result', tool_use_id: CALL, is_error: true })}${noise}`, 'decided'],
    ]) {
      const question = await asked();
      const { box } = question;
      writeFileSync(join(box.root, 'transcript.jsonl'), text ?? '', { flag: 'a' });
      expect(take(question)).toBe(is);
    }
  });

  it('is void once the session makes another call, starts again or ends', async () => {
    const next = { tool_use_id: 'toolu_1' };
    const write = { tool_name: 'Write', tool_input: { file_path: '/tmp/x' }, ...next };
    const calls: ((box: Sandbox) => Promise<unknown>)[] = [
      (box) => answer(box, toolPayload('chronicle tags', next)),
      (box) => answer(box, toolPayload('ls', next)),
      (box) => answer(box, toolPayload(undefined, write)),
      (box) => box.start(ID, { source: 'resume' }),
      (box) => box.end(ID),
    ];
    for (const call of calls) {
      const question = await asked();
      await call(question.box);
      expect(take(question)).toBe('none');
    }
  });

  it('outlives the calls of a subagent and of another session, and a compaction', async () => {
    const question = await asked();
    const { box } = question;
    const next = { tool_use_id: 'toolu_1' };
    await answer(box, toolPayload('chronicle tags', { ...next, agent_id: 'a1', agent_type: 'Explore' }));
    await answer(box, toolPayload('chronicle tags', { ...next, session_id: 'another' }));
    await box.start(ID, { source: 'compact' });
    expect(take(question)).toBe('shown');
  });

  it('does not keep the hook from asking when it cannot be ended', async () => {
    const question = await asked();
    const { box } = question;
    plantLock(join(box.state, `index/live/.tmp/${ID}.lock`), process.pid);
    const next = toolPayload('chronicle memory apply p-000002', { tool_use_id: 'toolu_1' });
    expect((await answer(box, next)).decision).toBe('ask');
  });

  it('is not left in an unattended session', async () => {
    const box = await withProposals([proposal(1)]);
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    const { decision, input } = await answer(box, toolPayload(APPLY), env);
    expect([decision, input]).toEqual(['ask', undefined]);
    expect(take({ box, proof: undefined })).toBe('none');
  });

  it('is not left for a command with a heredoc', async () => {
    const question = await asked();
    const { box } = question;
    const next = await askIn(box, `${APPLY} <<'EOF'\nEOF`, { tool_use_id: 'toolu_1' });
    expect([next.proof, take(next)]).toEqual([undefined, expect.stringMatching(/^no(?:ne| proof)$/)]);
  });

  it('is not left for a command whose effect is not known', async () => {
    for (const command of [`cd . && ${APPLY}`, '$X memory apply all # chronicle p-000001', `X=1 ${APPLY}`]) {
      const question = await asked(command);
      expect([command, take(question)]).toEqual([command, 'none']);
    }
  });

  it('is not read from a damaged file', async () => {
    const question = await asked();
    const { box } = question;
    const entry = join(box.state, 'index/live', ID);
    const state = JSON.parse(readFileSync(entry, 'utf8'));
    const broken = [true, 'x', {}, { ...state.ticket, transcript: null }, { ...state.ticket, shown: 1 }];
    for (const ticket of [
      ...broken,
      { ...state.ticket, verb: 'all' },
      { ...state.ticket, call: '' },
      { ...state.ticket, proof: null },
    ]) {
      openRetro(paths(box), ID, env(box));
      writeFileSync(entry, JSON.stringify({ ...state, ticket }));
      expect([ticket, take(question)]).toEqual([ticket, 'none']);
    }
  });
});

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
