import type { Digest } from '../chronicle/event-id.ts';
import type { SessionPrompt } from './copies.ts';
import type { TranscriptRecord } from './records.ts';

/** Facts keep no more prompts than these. */
export const MOST_PROMPTS = 5000;

/** The prompts of one session, in the order of its records. */
export class SessionPrompts {
  readonly #sha1: Digest;
  readonly #prompts: (SessionPrompt & { parent: string | null })[] = [];
  #hasAnswer = false;
  #bookkeeping: number | null = null;

  constructor(sha1: Digest) {
    this.#sha1 = sha1;
  }

  /** Whether a prompt is the last one, edited and sent again before the model answered. */
  isAgain({ parent }: Pick<TranscriptRecord, 'parent'>): boolean {
    const last = this.#prompts.at(-1);
    return last !== undefined && !this.#hasAnswer && last.parent === parent && parent !== null;
  }

  /** A prompt with this text, sent in `cwd`. The text is not kept: ten thousands of sessions are in memory during a survey. One that is sent again replaces the last. */
  add(
    text: string,
    { parent, isHeadless, branch }: TranscriptRecord,
    cwd: string,
    { id, at, file, line }: Pick<SessionPrompt, 'id' | 'at' | 'file' | 'line'>,
    isAgain: boolean,
  ): void {
    if (isAgain) this.#prompts.pop();
    this.#hasAnswer = false;
    const key = this.#sha1(`${at}\n${text.slice(0, 1000)}`);
    this.#prompts.push({ id, key, at, file, line, cwd, branch, isHeadless, parent });
  }

  /** Forgets them: they are none of a person. */
  clear(): void {
    this.#prompts.length = 0;
  }

  /** Whether a prompt was read and answered. */
  get isAnswered(): boolean {
    return this.#bookkeeping !== null;
  }

  /** The model answers, in this line. */
  answer(line: number): void {
    this.#hasAnswer = true;
    const [first] = this.#prompts;
    if (first) this.#bookkeeping ??= line - first.line;
  }

  /** How many lines are between the first prompt and its answer. */
  get bookkeeping(): number {
    return this.#bookkeeping ?? 0;
  }

  /** The index of the latest prompt that facts keep; null before the first one. */
  get current(): number | null {
    return this.#prompts.length === 0 ? null : Math.min(this.#prompts.length, MOST_PROMPTS) - 1;
  }

  get list(): SessionPrompt[] {
    return this.#prompts.map(({ parent: _, ...prompt }) => prompt);
  }
}
