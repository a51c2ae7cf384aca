/** A sandbox whose session may change memory, and the permission hook's answers in it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Env } from '#src/lib/env.ts';
import { pathsOf } from '#src/lib/paths.ts';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';

export const ID = 'c8b05489-c840-4975-89ad-df787a5ec124';

export const NOW = new Date('2026-08-04T08:00:00Z');

export const paths = (box: Sandbox) => pathsOf(box.config);

export const env = (box: Sandbox, now = NOW): Env => ({
  variables: box.environment(),
  home: box.home,
  cwd: box.project,
  now: () => now,
  host: hostname(),
  parentPid: process.pid,
});

/** The hook's answer to a payload. */
export async function answer(box: Sandbox, payload: string, env: Record<string, string | undefined> = {}) {
  const { code, stdout, stderr } = await box.run(['pre-tool-use'], payload, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  if (stdout === '') return { decision: null, reason: '', input: undefined };
  const { hookEventName, permissionDecision, permissionDecisionReason, updatedInput } =
    JSON.parse(stdout).hookSpecificOutput;
  expect(hookEventName).toBe('PreToolUse');
  return {
    decision: permissionDecision as string,
    reason: permissionDecisionReason as string,
    input: updatedInput as { command: string; description: string } | undefined,
  };
}

export const decisionOf = async (box: Sandbox, payload: string) => (await answer(box, payload)).decision;

/** A project with these proposals, whose session has a chronicle. */
export async function withProposals(proposals: object[], box = openQuickSandbox()): Promise<Sandbox> {
  await box.start(ID);
  const whole = {
    proposed: NOW.toISOString(),
    decided: null,
    undone: null,
    before: null,
    text: '',
    events: [],
    reason: '',
  };
  const lines = proposals.map((each) => `${JSON.stringify({ state: 'open', session_id: ID, ...whole, ...each })}\n`);
  mkdirSync(join(box.chronicleDirectory, 'memory'));
  writeFileSync(join(box.chronicleDirectory, 'memory/proposals.jsonl'), lines.join(''));
  return box;
}

export const proposal = (n: number, fields: object = {}) => ({
  id: `p-00000${n}`,
  action: 'NEW',
  file: `feedback_${n}.md`,
  ...fields,
});
