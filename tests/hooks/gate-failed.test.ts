import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ID } from './gate-box.ts';
import { toolPayload } from './payloads.ts';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';

const BROKEN = { NODE_OPTIONS: `--require ${JSON.stringify(join(import.meta.dirname, 'broken-gate.cjs'))}` };

async function answerTo(box: Sandbox, payload: string, env: Record<string, string>) {
  const { code, stdout, stderr } = await box.run(['pre-tool-use'], payload, { env });
  const { permissionDecision = null, permissionDecisionReason = '' } =
    stdout === '' ? {} : JSON.parse(stdout).hookSpecificOutput;
  return { code, stderr, decision: permissionDecision, reason: permissionDecisionReason };
}

const write = (path: string) => toolPayload('', { tool_name: 'Write', tool_input: { file_path: path, content: 'x' } });

describe('a gate that fails', () => {
  it('asks about a change of memory, says why, and is in the log', async () => {
    const box = openQuickSandbox();
    const call = toolPayload('chronicle memory apply p-12150d');
    expect(await answerTo(box, call, BROKEN)).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^session-chronicle: .*The parser is broken/),
      decision: 'ask',
      reason: expect.stringMatching(/^Memory changes only when a person approves\. The hook failed/),
    });
    expect(box.failures()).toMatchObject([{ event: 'pre-tool-use', session_id: ID }]);
  });

  it('asks only about calls that may change memory or delete records', async () => {
    const box = openQuickSandbox();
    const decision = async (payload: string) => {
      const { decision: word, ...said } = await answerTo(box, payload, { HOME: 'relative' });
      expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('session-chronicle: ') });
      return word;
    };
    const asked = [
      toolPayload('chronicle memory apply p-12150d'),
      toolPayload('chronicle forget last --yes'),
      write('/home/me/.claude/projects/-home-me-proj/memory/MEMORY.md'),
    ];
    const others = [toolPayload('chronicle dev'), write('/home/me/proj/src/memory.ts'), toolPayload(undefined)];
    expect(await Promise.all(asked.map(decision))).toEqual(['ask', 'ask', 'ask']);
    expect(await Promise.all(others.map(decision))).toEqual([null, null, null]);
  });
});
