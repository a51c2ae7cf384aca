import type { Digest } from '../chronicle/event-id.ts';
import { beginning } from './clean-line.ts';
import type { Origin } from './found-event.ts';
import type { SessionPrompt } from './read-session.ts';
import type { TranscriptRecord } from './record.ts';

/** The first line of a prompt names the session. More is kept, since a secret is only recognised as a whole. */
const KEPT = 400;

/** The prompts of one session, in the order of one transcript. */
export class SessionPrompts {
  readonly #sha1: Digest;
  readonly #kept: number;
  readonly #prompts: (SessionPrompt & { parent: string | null })[] = [];
  #hasAnswer = false;
  #bookkeeping: number | null = null;

  /** `kept` is how much of each prompt's text is kept. */
  constructor(sha1: Digest, kept = KEPT) {
    this.#sha1 = sha1;
    this.#kept = kept;
  }

  /** Whether a prompt is the last one, edited and sent again before the model answered. */
  isAgain({ parent }: Pick<TranscriptRecord, 'parent'>): boolean {
    const last = this.#prompts.at(-1);
    return last !== undefined && !this.#hasAnswer && last.parent === parent && parent !== null;
  }

  /** A prompt with this text, sent in `cwd`. One that is sent again replaces the last. */
  add(text: string, record: TranscriptRecord, cwd: string, origin: Origin): void {
    const { parent, isHeadless, branch } = record;
    if (this.isAgain(record)) this.#prompts.pop();
    this.#hasAnswer = false;
    const { id, at, file, line } = origin;
    const key = this.#sha1(`${at}\n${text.slice(0, 1000)}`);
    this.#prompts.push({ id, key, at, file, line, text: beginning(text, this.#kept), cwd, branch, isHeadless, parent });
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

  get list(): SessionPrompt[] {
    return this.#prompts.map(({ parent: _, ...prompt }) => prompt);
  }
}
