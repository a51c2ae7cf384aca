/* A session whose agent is asked for observations, and its transcript. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finished } from './bundle-process.ts';
import { openQuickSandbox, openSandbox, type Sandbox, type StartOptions, type Surroundings } from './sandbox.ts';

export const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
export const OTHER = '77aa01bc-2f7d-4f0e-9d53-0e2f8f1c6a11';
/** Characters that count as so many tokens. */
export const tokens = (count: number) => 'abc '.repeat(count);

export interface Line {
  at?: string;
  [field: string]: unknown;
}

export const prompt = (text: string, fields: Line = {}) => ({
  type: 'user',
  isSidechain: false,
  message: { role: 'user', content: text },
  ...fields,
});

export const answer = (text: string, fields: Line = {}) => ({
  type: 'assistant',
  isSidechain: false,
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  ...fields,
});

const transcriptOf = (box: Sandbox, id = ID) => join(box.root, `${id}.jsonl`);

/** Adds lines to a session's transcript. */
export function say(box: Sandbox, lines: readonly object[], id = ID): void {
  appendFileSync(transcriptOf(box, id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

export function configure(box: Sandbox, settings: object = {}): void {
  mkdirSync(box.state, { recursive: true });
  const layers = ['log', 'notes', 'observations'];
  writeFileSync(join(box.state, 'config.json'), JSON.stringify({ layers, ...settings }));
}

/** A session that has started where observations are on. With `isApart`, hooks run as processes, at the same time. */
export async function observed(settings: object = {}, options: StartOptions = {}, isApart = false): Promise<Sandbox> {
  const box = isApart ? openSandbox() : openQuickSandbox();
  configure(box, settings);
  await begin(box, ID, options);
  return box;
}

export function begin(box: Sandbox, id: string, options: StartOptions = {}): Promise<Finished> {
  return box.start(id, { ...options, payload: { transcript_path: transcriptOf(box, id), ...options.payload } });
}

export function finish(box: Sandbox, id = ID, options: StartOptions = {}): Promise<Finished> {
  return box.end(id, { ...options, payload: { transcript_path: transcriptOf(box, id), ...options.payload } });
}

/** The end of a turn. */
export function stop(box: Sandbox, fields: object = {}, id = ID, surroundings: Surroundings = {}): Promise<Finished> {
  const payload = {
    session_id: id,
    transcript_path: transcriptOf(box, id),
    cwd: box.project,
    permission_mode: 'default',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    background_tasks: [],
    session_crons: [],
  };
  return box.run(['stop'], JSON.stringify({ ...payload, ...fields }), surroundings);
}

/** Whether the agent was asked for observations. Nothing else may be printed. */
export async function isAsked(box: Sandbox, fields: object = {}, id = ID): Promise<boolean> {
  return (await asked(box, fields, id)) !== null;
}

/** What the agent was asked at the end of a turn; null if nothing. */
async function asked(box: Sandbox, fields: object = {}, id = ID): Promise<string | null> {
  const { code, stdout, stderr } = await stop(box, fields, id);
  if (code !== 0 || stderr !== '') throw new Error(`The hook ended with ${code}: ${stdout}${stderr}`);
  if (stdout === '') return null;
  const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
  if (hookEventName !== 'Stop' || !additionalContext.includes('chronicle observe <<')) throw new Error(stdout);
  return additionalContext;
}

export function compacting(box: Sandbox, event: 'before' | 'after', fields: object = {}): Promise<Finished> {
  const payload = { session_id: ID, transcript_path: transcriptOf(box), cwd: box.project, trigger: 'auto' };
  const own = event === 'before' ? { custom_instructions: null } : { compact_summary: '<summary>Short.</summary>' };
  return box.run([`${event}-compaction`], JSON.stringify({ ...payload, ...own, ...fields }));
}

export function observe(box: Sandbox, text: string, id = ID): Promise<Finished> {
  return box.run(['observe'], text, { env: { CLAUDE_CODE_SESSION_ID: id } });
}

export function stateOf(box: Sandbox, id = ID): Record<string, unknown> {
  return JSON.parse(readFileSync(join(box.state, 'index/observer', id), 'utf8'));
}
