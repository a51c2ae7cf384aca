import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import { beginningLines } from '../clean-line.ts';
import { type Moment, SLACK, timeText } from './moment.ts';

type Prompt = FactsBody['prompts'][number];
type Did = keyof Prompt['did'];

/** More prompts than these are not kept. */
const MOST = 5000;

/** The prompts of a session, and what the agent did under each. */
export class Prompts {
  readonly #prompts: Prompt[] = [];
  /** Their times in milliseconds. */
  readonly #times: number[] = [];
  #parent: string | null = null;
  #isAnswered = false;

  /** The index of the latest prompt; null before the first one. */
  get current(): number | null {
    return this.#prompts.length === 0 ? null : this.#prompts.length - 1;
  }

  /** The next prompt. One that was edited and sent again before the model answered replaces the last. */
  add(text: string, { at, record }: Omit<Moment, 'prompt'>, parent: string | null, isQueued: boolean): void {
    if (this.current !== null && !this.#isAnswered && parent !== null && parent === this.#parent) {
      this.#prompts.pop();
      this.#times.pop();
    }
    this.#parent = parent;
    this.#isAnswered = false;
    if (this.#prompts.length >= MOST) return;
    this.#times.push(at);
    this.#prompts.push({
      at: timeText(at),
      text: beginningLines(text, LONGEST.prompt + SLACK),
      record,
      ...(isQueued ? { isQueued } : {}),
      did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
    });
  }

  /** The model has answered. */
  answered(): void {
    this.#isAnswered = true;
  }

  /** Counts what was done under a prompt. */
  did(kind: Did, prompt: number | null): void {
    const did = prompt === null ? undefined : this.#prompts[prompt]?.did;
    if (did) did[kind]++;
  }

  /** The latest prompt that was not after this time; null if there is none. */
  at(time: number): number | null {
    const index = this.#times.findLastIndex((at) => at <= time);
    return index === -1 ? null : index;
  }

  end(): Prompt[] {
    return this.#prompts;
  }
}
