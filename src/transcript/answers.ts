/** What the model's answers tell of a session: its models and tokens, and how it ended. */
import { beginning, beginningLines } from './clean-line.ts';
import { type FactsBody, LONGEST } from './facts.ts';
import type { FactsHead } from '#src/format/facts-head.ts';
import { SLACK, timeText } from './moments.ts';
import type { AnswerNotes, TokenUsage } from './records.ts';

/** The records of one message follow each other closely, so older messages can be forgotten. */
const MOST_OPEN = 2000;
const MOST_MODELS = 20;
const LONGEST_NAME = 100;
/** The model of messages that the host wrote itself, such as errors of the service. */
export const HOSTS_MODEL = '<synthetic>';
const KINDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;
const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Models and tokens. Each record of a message repeats its usage, so the last one counts, unless it is zero. */
export class Usage {
  readonly #messages = new Map<string, TokenUsage>();
  readonly #models = new Map<string, number>();
  readonly #sum = { ...NOTHING };

  add({ id, model, usage }: AnswerNotes): void {
    if (model === HOSTS_MODEL) return;
    const known = id === '' ? undefined : this.#messages.get(id);
    const name = beginning(model, LONGEST_NAME);
    if (known === undefined && name !== '' && (this.#models.has(name) || this.#models.size < MOST_MODELS))
      this.#models.set(name, (this.#models.get(name) ?? 0) + 1);
    const before = known ?? NOTHING;
    const next = { ...before };
    for (const kind of KINDS) {
      next[kind] = usage?.[kind] || before[kind];
      this.#sum[kind] += next[kind] - before[kind];
    }
    if (id === '') return;
    if (known === undefined && this.#messages.size >= MOST_OPEN)
      this.#messages.delete(this.#messages.keys().next().value ?? '');
    this.#messages.set(id, next);
  }

  /** Whether a message with this id was counted. */
  has(id: string): boolean {
    return this.#messages.has(id);
  }

  end(): Pick<FactsBody, 'models' | 'tokens'> {
    const models = [...this.#models].map(([name, answers]) => ({ name, answers }));
    return { models: models.sort((a, b) => b.answers - a.answers), tokens: this.#sum };
  }
}

/** A shorter answer does not tell how a session ended. */
const LEAST = 200;

interface Answer {
  /** The message's id; empty if unknown. */
  id: string;
  text: string;
  at: number;
  /** Whether the message ends the turn, as far as its records tell. */
  isEnd: boolean;
}

/** Follows the answers that end a turn, to tell how the session ended. */
export class Ending {
  /** The last message of the present turn, if it is text after all calls. */
  #last: Answer | null = null;
  #ended: Answer | null = null;
  /** The last answer that ended a turn, if it is too short to be the outcome. */
  #short: Answer | null = null;
  /** The last long text of the session, for one whose turns all end without. */
  #said: Answer | null = null;
  #isInterrupted = false;

  /** A prompt begins a turn. */
  prompt(): void {
    this.#endTurn();
    this.#isInterrupted = false;
  }

  /** The person stopped the agent. */
  interrupt(): void {
    this.#isInterrupted = true;
    if (this.#last) this.#last.isEnd = false;
  }

  /** A record of a message, with its texts and whether it calls a tool. */
  answer({ id, stopReason, isBroken }: AnswerNotes, texts: readonly string[], isCalling: boolean, at: number): void {
    this.#isInterrupted = false;
    const text = beginningLines(texts.join('\n\n').trim(), LONGEST.outcome + SLACK);
    const isEnd = !isCalling && stopReason !== 'tool_use';
    const before = isEnd ? this.#last : null;
    this.#last = null;
    if (text === '' && before === null) return;
    const isSame = before !== null && id !== '' && before.id === id;
    const whole = isSame ? `${before.text}\n\n${text}`.trim() : text;
    const answer = { id, text: whole || (before?.text ?? ''), at, isEnd: isEnd && !isBroken };
    if (isEnd) this.#last = answer;
    if (answer.text.length >= LEAST) this.#said = answer;
  }

  #endTurn(): void {
    if (this.#last !== null) {
      const isLong = this.#last.text.length >= LEAST;
      if (isLong) this.#ended = this.#last;
      this.#short = !isLong && this.#last.isEnd && this.#last.text !== '' ? this.#last : null;
    }
    this.#last = null;
  }

  /** What the session's answers tell of its end; `lastAnswer` only if it is not the outcome. */
  end(): Pick<FactsBody, 'outcome' | 'lastAnswer'> & Pick<FactsHead, 'ending'> {
    const ending = this.#isInterrupted ? 'interrupted' : this.#last?.isEnd ? 'answered' : 'open';
    this.#endTurn();
    const timed = (answer: Answer | null) => answer && { text: answer.text, at: timeText(answer.at) };
    const lastAnswer = timed(this.#short);
    return { ending, outcome: timed(this.#ended ?? this.#said), ...(lastAnswer && { lastAnswer }) };
  }
}
