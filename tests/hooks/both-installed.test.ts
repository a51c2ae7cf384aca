/* session-chronicle as a plugin and in the settings at once: the host runs each hook twice, in parallel. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { takeTicket } from '#src/memory/approval.ts';
import { count } from './chronicle-text.ts';
import { env, ID, paths, proposal, withProposals } from './gate-box.ts';
import { type StartSource, toolPayload } from './payloads.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const PLUGIN = { CLAUDE_PLUGIN_ROOT: '/plugins/session-chronicle' };

/** The reminders of both hooks of one start; both must succeed. */
async function startTwice(box: Sandbox, id: string, source: StartSource = 'startup'): Promise<string[]> {
  const runs = await Promise.all([box.start(id, { source }), box.start(id, { source, env: PLUGIN })]);
  for (const { code, stderr } of runs) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return runs.flatMap(({ stdout }) => (stdout === '' ? [] : [stdout]));
}

describe('two hooks of one start', () => {
  it('make one file, one entry in the index and one reminder, in each of 20 rounds', { tags: 'sample' }, async () => {
    const ROUNDS = IS_WHOLE ? 20 : 2;
    const box = openSandbox();
    for (let round = 0; round < ROUNDS; round++) {
      expect([round, (await startTwice(box, `session-${round}`)).length]).toEqual([round, 1]);
      expect(box.chronicles()).toHaveLength(round + 1);
    }
    expect(readdirSync(join(box.state, 'index/by-id')).filter((name) => name !== '.tmp')).toHaveLength(ROUNDS);
    expect(box.leftovers()).toEqual([]);
    expect(box.failures()).toEqual([]);
  });

  it('remind once at each later start of the session', async () => {
    const box = openSandbox();
    for (const source of ['startup', 'compact', 'resume', 'resume'] as const)
      expect([source, (await startTwice(box, 'one', source)).length]).toEqual([source, 1]);
    expect(box.chronicles()).toHaveLength(1);
  });

  it("remind once if the user's settings, the project's shared settings and the plugin all run", async () => {
    const box = openSandbox();
    const envs = [{ CHRONICLE_INSTALL: 'shared' }, {}, PLUGIN];
    const runs = await Promise.all(envs.map((env) => box.start('one', { env })));
    expect(runs.filter(({ stdout }) => stdout !== '')).toHaveLength(1);
    expect(box.chronicles()).toHaveLength(1);
  });
});

it('two hooks of one end write one machine summary, in each of 5 rounds', { tags: 'sample' }, async () => {
  const box = openSandbox();
  for (let round = 0; round < (IS_WHOLE ? 5 : 1); round++) {
    const id = `session-${round}`;
    await box.start(id);
    await box.log(id, 'ERROR', `event of round ${round}`);
    for (const { code, stderr } of await Promise.all([box.end(id), box.end(id, { env: PLUGIN })]))
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }
  for (const { text } of box.chronicles()) expect(count(text, 'Auto-generated: 1 event')).toBe(1);
  expect(readdirSync(join(box.state, 'index/live')).filter((name) => name.startsWith('session'))).toEqual([]);
  expect(box.failures()).toEqual([]);
});

describe('two hooks before a tool', () => {
  const twice = (box: Sandbox, input: string) =>
    Promise.all([box.run(['pre-tool-use'], input), box.run(['pre-tool-use'], input, { env: PLUGIN })]);

  it('allow it once, and a failing one says nothing', async () => {
    const box = openSandbox();
    await box.start(ID, { env: PLUGIN });
    const [silent, answering] = await twice(box, toolPayload('chronicle tags'));
    expect(silent).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(JSON.parse(answering?.stdout ?? '').hookSpecificOutput.permissionDecision).toBe('allow');
    const broken = await box.run(['pre-tool-use'], '{', { env: PLUGIN });
    expect(broken).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('ask once about a change of memory, which is applied once', async () => {
    const box = await withProposals([proposal(1)], openSandbox());
    const [asking, silent] = await twice(box, toolPayload('chronicle memory apply p-000001'));
    expect(silent).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const { permissionDecision, updatedInput } = JSON.parse(asking?.stdout ?? '').hookSpecificOutput;
    const proof = String(updatedInput.command).split(' --proof ')[1];
    expect(permissionDecision).toBe('ask');
    const take = () => takeTicket(paths(box), ID, env(box, new Date()), { verb: 'apply', proof });
    expect([take(), take()]).toEqual([{ shown: expect.any(String) }, { refusal: 'none' }]);
  });
});
