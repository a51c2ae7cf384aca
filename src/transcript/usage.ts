/** The tokens of a session by model. */
import type { FactsBody } from './facts.ts';
import { beginning } from './clean-line.ts';
import type { AnswerNotes, TokenUsage } from './records.ts';

/** The records of one message follow each other closely, so older messages can be forgotten. */
const MOST_OPEN = 2000;
const MOST_MODELS = 20;
const LONGEST_NAME = 100;
/** The model of messages that the host wrote itself, such as errors of the service. */
export const HOSTS_MODEL = '<synthetic>';
const NOTHING: TokenUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** Models and tokens. Each record of a message repeats its usage, so the last one counts, unless it is zero. */
export class Usage {
  readonly #messages = new Map<string, TokenUsage>();
  readonly #models = new Map<string, number>();
  #sum = NOTHING;

  add({ id, model, usage }: AnswerNotes): void {
    if (model === HOSTS_MODEL) return;
    const known = id === '' ? undefined : this.#messages.get(id);
    if (known === undefined) this.#count(model);
    const next = usage === null ? (known ?? NOTHING) : lastKnown(usage, known ?? NOTHING);
    this.#sum = plus(minus(this.#sum, known ?? NOTHING), next);
    if (id === '') return;
    if (known === undefined && this.#messages.size >= MOST_OPEN)
      this.#messages.delete(this.#messages.keys().next().value ?? '');
    this.#messages.set(id, next);
  }

  /** Whether a message with this id was counted. */
  has(id: string): boolean {
    return this.#messages.has(id);
  }

  #count(model: string): void {
    const name = beginning(model, LONGEST_NAME);
    if (name !== '' && (this.#models.has(name) || this.#models.size < MOST_MODELS))
      this.#models.set(name, (this.#models.get(name) ?? 0) + 1);
  }

  end(): Pick<FactsBody, 'models' | 'tokens'> {
    const models = [...this.#models].map(([name, answers]) => ({ name, answers }));
    return { models: models.sort((a, b) => b.answers - a.answers), tokens: this.#sum };
  }
}

/** Some hosts end a message with a usage of zero. */
function lastKnown(usage: TokenUsage, before: TokenUsage): TokenUsage {
  return {
    input: usage.input || before.input,
    output: usage.output || before.output,
    cacheRead: usage.cacheRead || before.cacheRead,
    cacheWrite: usage.cacheWrite || before.cacheWrite,
  };
}

function plus(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}

function minus(a: TokenUsage, b: TokenUsage): TokenUsage {
  return plus(a, { input: -b.input, output: -b.output, cacheRead: -b.cacheRead, cacheWrite: -b.cacheWrite });
}
