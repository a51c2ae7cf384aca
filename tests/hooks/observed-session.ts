/* A session whose agent is asked for observations, and its transcript. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import type { Finished } from './bundle-process.ts';
import { Sandbox, type StartOptions, type Surroundings } from './sandbox.ts';

export const ID = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11';
export const OTHER = '77aa01bc-2f7d-4f0e-9d53-0e2f8f1c6a11';
/** Characters that count as so many tokens. */
export const tokens = (count: number) => 'abc '.repeat(count);

export const prompt = (text: string) => ({
  type: 'user',
  isSidechain: false,
  message: { role: 'user', content: text },
});

export const answer = (text: string) => ({
  type: 'assistant',
  isSidechain: false,
  message: { role: 'assistant', content: [{ type: 'text', text }] },
});

export class ObservedBox extends Sandbox {
  #transcriptOf(id = ID): string {
    return join(this.root, `${id}.jsonl`);
  }

  /** Adds lines to a session's transcript. */
  say(lines: readonly object[], id = ID): void {
    appendFileSync(this.#transcriptOf(id), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  /** Settings with the layer of observations. */
  observing(settings: object = {}): void {
    this.configure({ layers: ['log', 'notes', 'observations'], ...settings });
  }

  override start(id: string, options: StartOptions = {}): Promise<Finished> {
    return super.start(id, { ...options, payload: { transcript_path: this.#transcriptOf(id), ...options.payload } });
  }

  override end(id = ID, options: StartOptions = {}): Promise<Finished> {
    return super.end(id, { ...options, payload: { transcript_path: this.#transcriptOf(id), ...options.payload } });
  }

  /** The end of a turn. */
  stop(fields: object = {}, id = ID, surroundings: Surroundings = {}): Promise<Finished> {
    const payload = {
      session_id: id,
      transcript_path: this.#transcriptOf(id),
      cwd: this.project,
      permission_mode: 'default',
      hook_event_name: 'Stop',
      stop_hook_active: false,
    };
    return this.run(['stop'], JSON.stringify({ ...payload, ...fields }), surroundings);
  }

  /** Whether the agent was asked for observations at the end of a turn. Nothing else may be printed. */
  async isAsked(fields: object = {}, id = ID): Promise<boolean> {
    const { code, stdout, stderr } = await this.stop(fields, id);
    if (code !== 0 || stderr !== '') throw new Error(`The hook ended with ${code}: ${stdout}${stderr}`);
    if (stdout === '') return false;
    const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
    if (hookEventName !== 'Stop' || !additionalContext.includes('chronicle observe <<')) throw new Error(stdout);
    return true;
  }

  compacting(event: 'before' | 'after', fields: object = {}): Promise<Finished> {
    const payload = { session_id: ID, transcript_path: this.#transcriptOf(), cwd: this.project, trigger: 'auto' };
    return this.run([`${event}-compaction`], JSON.stringify({ ...payload, ...fields }));
  }

  /** What the hook remembers of what was said. */
  counts(): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.state, 'index/observer', ID), 'utf8'));
  }
}

/** A session that has started where observations are on. With `isApart`, hooks run as processes, at the same time. */
export async function observed(settings: object = {}, options: StartOptions = {}, isApart = false) {
  const box = new ObservedBox(temporaryDirectory(), !isApart);
  box.observing(settings);
  await box.start(ID, options);
  return box;
}
