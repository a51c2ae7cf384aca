/** The prompts of one session, and what becomes of those that a person types while the agent works. */
import type { Digest } from '#src/format/event-id.ts';
import type { TranscriptPlace } from '#src/format/event-source.ts';
import type { SessionPrompt } from './copies.ts';
import type { QueueRecord, TranscriptRecord } from './records.ts';

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

export interface QueuedPrompt {
  /** Null for a message that the host queued without its text. */
  text: string | null;
  /** The id that the prompt's record would have; empty if unknown. */
  id: string;
  at: number | null;
  place: TranscriptPlace;
  /** Whether the agent was working when it was typed. */
  isMidTurn: boolean;
}

const ABSORBED = 'absorbed_mid_turn';
/** More waiting prompts than these are not followed. */
const MOST = 500;

/**
 * Follows what a person types while the agent works. The host queues it, and later says what became of it:
 *
 *     enqueue "also the tests"
 *     remove  "also the tests"     the agent got it in mid-turn: newer versions write an attachment after it, older ones nothing
 *     dequeue                      it became a prompt of its own, which follows as a message
 *     popAll  "also the tests"     the person took it back to edit it
 *
 * A removal with a reason other than `absorbed_mid_turn`, such as `cleared_on_cancel` or `dropped_by_hook`, took it away.
 * In `claude -p` and in editors every prompt passes through the queue.
 */
export class PromptQueue {
  /** Typed, and neither delivered nor taken back. */
  #waiting: QueuedPrompt[] = [];
  /** Given to the agent in mid-turn; an attachment may follow. */
  #absorbed: QueuedPrompt[] = [];
  /** Those of them that may have been deleted instead. */
  readonly #unsure = new Set<string>();
  #hasAttachments = false;
  /** Became prompts of their own, which follow at once. */
  #sent: QueuedPrompt[] = [];
  /** Attachments that came before their `remove`. */
  readonly #delivered: string[] = [];

  /** The host's record about the queue. */
  note(record: QueueRecord, place: TranscriptPlace, isMidTurn: boolean): void {
    const { operation, text, reason, id, at } = record;
    if (operation === 'enqueue') {
      if (this.#waiting.length < MOST) this.#waiting.push({ text, id, at, place, isMidTurn });
    } else if (operation === 'dequeue') {
      const next = this.#waiting.shift();
      if (next && this.#sent.length < MOST) this.#sent.push(next);
    } else if (operation === 'popAll' || operation === 'pop') {
      if (text === null || this.#take(this.#waiting, text) === null) this.#waiting = [];
    } else if (operation === 'remove') this.#remove(text, id, reason);
  }

  #remove(text: string | null, id: string, reason: string | null): void {
    const delivered = text === null ? -1 : this.#delivered.indexOf(key(text));
    if (delivered !== -1) {
      this.#delivered.splice(delivered, 1);
      return;
    }
    const found = text === null ? this.#waiting.shift() : this.#take(this.#waiting, text);
    if (!found || (reason ?? ABSORBED) !== ABSORBED) return;
    this.#absorbed.push({ ...found, id: id === '' ? found.id : id });
    if (reason === null) this.#unsure.add(key(found.text ?? ''));
  }

  /** A prompt that has a record of its own, perhaps an attachment: the queued one that it was, or null. */
  recorded(text: string, isAttachment: boolean): QueuedPrompt | null {
    this.#hasAttachments ||= isAttachment;
    const known = this.#take(this.#absorbed, text) ?? this.#take(this.#sent, text);
    const waiting = known === null ? this.#take(this.#waiting, text) : null;
    if (waiting && this.#delivered.length < MOST) this.#delivered.push(key(text));
    // A command is recorded under its full name, and prompts that were sent together are one message.
    const part = this.#sent.find((queued) => queued.text !== null && isPartOf(queued.text, text));
    this.#sent = this.#sent.filter((queued) => queued.text !== null && !isPartOf(queued.text, text));
    return known ?? waiting ?? part ?? null;
  }

  /** The prompts that were given to the agent and have no record of their own. Call it before each answer. */
  absorbed(): QueuedPrompt[] {
    const given = this.#absorbed.splice(0);
    // Where the host writes attachments, one without attachment or reason was deleted by the person.
    const deleted = this.#hasAttachments ? new Set(this.#unsure) : new Set<string>();
    this.#unsure.clear();
    return given.filter(({ text }) => !deleted.has(key(text ?? '')));
  }

  /** At the end of a transcript: also those that were typed and never reached the agent. */
  end(): QueuedPrompt[] {
    return [...this.absorbed(), ...this.#waiting];
  }

  #take(list: QueuedPrompt[], text: string): QueuedPrompt | null {
    const index = list.findIndex((queued) => queued.text !== null && key(queued.text) === key(text));
    return index === -1 ? null : (list.splice(index, 1)[0] ?? null);
  }
}

function isPartOf(queued: string, prompt: string): boolean {
  return (queued.startsWith('/') && prompt.startsWith('/')) || prompt.includes(key(queued));
}

/** Texts are equal if they begin alike: an attachment may have a picture besides. */
function key(text: string): string {
  return text.slice(0, 2000).trim();
}
