import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRetroOpen, openRetro } from '#src/node/session/live.ts';
import { takeTicket } from '#src/node/session/take-ticket.ts';
import { markOf } from '#src/node/store/running-process.ts';
import { hostArguments, hostShell, waitingShell } from '#tests/support/host-shell.ts';
import { answer, ID, layout, proposal, withProposals, world } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import type { Sandbox } from './sandbox.ts';

const APPLY = 'chronicle memory apply p-000001';
const CALL = 'toolu_040ac068fe3e4fb694a7e415';

/** What the command below the process `parentPid` gets. */
function take(box: Sandbox, parentPid: number, { verb = 'apply' as const, minutes = 0, id = ID } = {}) {
  const now = new Date(Date.now() + minutes * 60_000);
  const taken = takeTicket(layout(box), id, { ...world(box, now), parentPid }, verb);
  return 'refusal' in taken ? taken.refusal : taken.shown.replace(/^[0-9a-f]{64}$/, 'shown');
}

function transcriptOf(box: Sandbox): string {
  const path = join(box.root, 'transcript.jsonl');
  writeFileSync(path, '{"type":"user"}\n');
  return path;
}

/** A session whose person is being asked about a command. */
async function asked(command = APPLY, fields: Record<string, unknown> = {}): Promise<Sandbox> {
  const box = await withProposals([proposal(1), proposal(2)]);
  const { decision } = await answer(box, toolPayload(command, { transcript_path: transcriptOf(box), ...fields }));
  expect(decision).toBe('ask');
  return box;
}

describe.skipIf(process.platform === 'win32')('the ticket of a question', () => {
  it('is taken once, by the command that the host starts after the answer', async () => {
    const box = await asked();
    const shell = await hostShell(APPLY);
    expect([take(box, shell), take(box, shell)]).toEqual(['shown', 'none']);
  });

  it.each([`chronicle memory apply 'p-000001' "p-000002"`, 'chronicle memory apply all', 'chronicle memory skip all'])(
    'is taken by %s',
    async (command) => {
      const box = await asked(command);
      const verb = command.includes('skip') ? 'skip' : 'apply';
      const taken = takeTicket(
        layout(box),
        ID,
        { ...world(box, new Date()), parentPid: await hostShell(command) },
        verb,
      );
      expect(taken).toHaveProperty('shown');
    },
  );

  it('is refused to a process that was waiting for the question', async () => {
    const box = await withProposals([proposal(1)]);
    const loop = await hostShell(APPLY);
    await answer(box, toolPayload(APPLY, { transcript_path: transcriptOf(box) }));
    expect(take(box, loop)).toBe('another call');
    // The call that the person allows is not hindered by it.
    expect(take(box, await hostShell(APPLY))).toBe('shown');
  });

  it.each([
    ['another command', hostArguments('bash s.sh', 'echo ready && read -r line && ')],
    ['the command within a longer one', hostArguments(`${APPLY} p-000002`, 'echo ready && read -r line && ')],
    ['the command and another one', hostArguments(`${APPLY}; touch x`, 'echo ready && read -r line && ')],
    ['the command in a heredoc', hostArguments(`cat <<'EOF'\n eval '${APPLY}' < x\nEOF`, 'echo ready; read -r line; ')],
    ['the command in a string', hostArguments(`echo " eval '${APPLY}' x"`, 'echo ready && read -r line && ')],
    ['the bare command', ['-c', `echo ready && read -r line && ${APPLY}`]],
  ])('is refused to %s', async (_, args) => {
    const box = await asked();
    expect(take(box, await waitingShell(args))).toBe('another call');
  });

  it('is refused to a process that imitates the host', async () => {
    const box = await asked();
    const [option = '', text = ''] = hostArguments(APPLY, 'echo ready && read -r line && ');
    const inner = `'${text.replaceAll("'", `'\\''`)}'`;
    // Its parent, which is not the host, runs the same command line.
    const imitation = await waitingShell([option, `/bin/bash -c ${inner}; true`]);
    const children = readFileSync(`/proc/${imitation}/task/${imitation}/children`, 'utf8').trim().split(' ');
    expect(take(box, Number(children[0]))).toBe('another call');
    expect(take(box, 1)).toBe('another call');
  });

  it('is refused for another verb and in another session', async () => {
    const box = await asked();
    const shell = await hostShell(APPLY);
    const undo = takeTicket(layout(box), ID, { ...world(box, new Date()), parentPid: shell }, 'undo');
    expect([undo, take(box, shell, { id: 'another' }), take(box, shell, { id: '../x' })]).toEqual([
      { refusal: 'none' },
      'none',
      'none',
    ]);
  });

  it('is refused when its process cannot be read', async () => {
    const box = await asked();
    expect(take(box, 2 ** 22 + 1)).toBe('unknown process');
  });

  it.each([
    [1.9, 'shown'],
    [2.1, 'late'],
    [-1, 'late'],
  ])('is asked for %s minutes after the question: %s', async (minutes, is) => {
    const box = await asked();
    const shell = await hostShell(APPLY);
    expect([take(box, shell, { minutes }), take(box, shell)]).toEqual([is, 'none']);
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
      const box = await asked();
      writeFileSync(join(box.root, 'transcript.jsonl'), text ?? '', { flag: 'a' });
      expect(take(box, await hostShell(APPLY))).toBe(is);
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
      const box = await asked();
      const shell = await hostShell(APPLY);
      await call(box);
      expect(take(box, shell)).toBe('none');
    }
  });

  it('outlives the calls of a subagent and of another session, and a compaction', async () => {
    const box = await asked();
    const shell = await hostShell(APPLY);
    const next = { tool_use_id: 'toolu_1' };
    await answer(box, toolPayload('chronicle tags', { ...next, agent_id: 'a1', agent_type: 'Explore' }));
    await answer(box, toolPayload('chronicle tags', { ...next, session_id: 'another' }));
    await box.start(ID, { source: 'compact' });
    expect(take(box, shell)).toBe('shown');
  });

  it('does not keep the hook from asking when it cannot be ended', async () => {
    const box = await asked();
    const mark = JSON.stringify({ ...markOf(process.pid), host: hostname() });
    mkdirSync(join(box.state, 'index/live/.tmp'), { recursive: true });
    writeFileSync(join(box.state, `index/live/.tmp/${ID}.lock`), mark);
    const next = toolPayload('chronicle memory apply p-000002', { tool_use_id: 'toolu_1' });
    expect((await answer(box, next)).decision).toBe('ask');
  });

  it('is not left in an unattended session', async () => {
    const box = await withProposals([proposal(1)]);
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0' };
    expect((await answer(box, toolPayload(APPLY), env)).decision).toBe('ask');
    expect(take(box, await hostShell(APPLY))).toBe('none');
  });

  it('is not left for a command that would fill the state of the session', async () => {
    const command = `${APPLY} <<'EOF'\n${'\u0001'.repeat(5000)}\nEOF`;
    const box = await asked(command);
    openRetro(layout(box), ID, world(box));
    await answer(box, toolPayload(command));
    expect(take(box, await hostShell(APPLY))).toBe('none');
    expect(isRetroOpen(layout(box), ID)).toBe(true);
  });

  it('is not left for a command whose effect is not known', async () => {
    for (const command of [`cd . && ${APPLY}`, '$X memory apply all # chronicle p-000001', `X=1 ${APPLY}`]) {
      const box = await asked(command);
      expect([command, take(box, await hostShell(command))]).toEqual([command, 'none']);
    }
  });

  it('is not read from a damaged file', async () => {
    const box = await asked();
    const entry = join(box.state, 'index/live', ID);
    const state = JSON.parse(readFileSync(entry, 'utf8'));
    const shell = await hostShell(APPLY);
    const broken = [true, 'x', {}, { ...state.ticket, clock: 'x' }, { ...state.ticket, client: null }];
    for (const ticket of [...broken, { ...state.ticket, verb: 'all' }, { ...state.ticket, command: '' }]) {
      openRetro(layout(box), ID, world(box));
      writeFileSync(entry, JSON.stringify({ ...state, ticket }));
      expect([ticket, take(box, shell)]).toEqual([ticket, 'none']);
    }
  });
});
