/** Runs the hooks and the agent's commands in a broken environment, and distinguishes a refusal from a crash. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { BUNDLE, type Finished, NODE } from './bundle-process.ts';
import { endPayload, startPayload, toolPayload } from './payloads.ts';
import { openSandbox, type Sandbox, type Surroundings } from './sandbox.ts';

export const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';

/** The commands and hooks that write to a chronicle. */
export const WRITERS = ['session-start', 'session-end', 'log', 'summary', 'note', 'observe'] as const;
export type Writer = (typeof WRITERS)[number];

/** One or two sentences for people on one line: no stack trace and no error code. */
const SENTENCE = /^session-chronicle: [^\n]+\.\n$/;

export function inputFor(box: Sandbox, command: Writer | 'pre-tool-use'): string {
  const fields = { session_id: ID, cwd: box.project };
  if (command === 'session-start') return startPayload(fields);
  if (command === 'session-end') return endPayload(fields);
  if (command === 'observe') return '- [P1] text\n';
  return command === 'pre-tool-use' ? toolPayload('chronicle dev') : 'text\n';
}

export function run(box: Sandbox, command: Writer, { env, ...surroundings }: Surroundings = {}): Promise<Finished> {
  const args = command === 'log' ? ['log', 'ERROR'] : command === 'note' ? ['note', 'tried'] : [command];
  return box.run(args, inputFor(box, command), { ...surroundings, env: { CLAUDE_CODE_SESSION_ID: ID, ...env } });
}

/** Runs all at once: leftovers of one must not affect the others. */
export function runAll(box: Sandbox, commands: readonly Writer[], surroundings?: Surroundings): Promise<Finished[]> {
  return Promise.all(commands.map((command) => run(box, command, surroundings)));
}

export function expectRefusal({ code, stdout, stderr }: Finished): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(SENTENCE);
  expect(stderr).not.toMatch(/ {4}at |node:|undefined|\[object/);
}

/** The permission hook says what is wrong, and makes no decision about a call that changes no memory. */
export async function expectNoDecision(box: Sandbox, surroundings: Surroundings): Promise<void> {
  const { stderr, ...finished } = await box.run(['pre-tool-use'], inputFor(box, 'pre-tool-use'), surroundings);
  expect(finished).toEqual({ code: 0, signal: null, stdout: '' });
  expect(stderr).toMatch(SENTENCE);
}

/** The permission hook makes no decision, whatever is wrong. */
export async function expectSilence(box: Sandbox, surroundings: Surroundings): Promise<void> {
  const finished = await box.run(['pre-tool-use'], inputFor(box, 'pre-tool-use'), surroundings);
  expect(finished).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
}

/** A session with one event, so that its end has something to write. */
export async function running(): Promise<Sandbox> {
  const box = openSandbox();
  await box.start(ID);
  await box.log(ID, 'ERROR', 'text');
  return box;
}

export const NOBODY = 65534;

export const isRoot = process.getuid?.() === 0;

/** The command that runs another command as this user. */
export function as(uid: number): string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
}

/** Whether the bundle can run as a user without a home directory and without root's permissions. */
export function canBeNobody(): boolean {
  const [program = '', ...args] = [...as(NOBODY), NODE, BUNDLE, 'tags'];
  return isRoot && spawnSync(program, args, { env: {}, stdio: 'ignore' }).status === 0;
}
