import { CLEAR_LINE } from './escapes.ts';
import type { Output } from './io.ts';

/** Shorter work shows no progress (ms). */
const PATIENCE = 1000;
const EVERY = 200;

/** One line that says what is being done, once it takes longer than a second. Only on a terminal. */
export class Progress {
  readonly #begun = Date.now();
  readonly #out: Output;
  readonly #timer: NodeJS.Timeout | undefined;
  #doing = '';

  constructor(out: Output) {
    this.#out = out;
    this.#timer = out.isTerminal ? setInterval(() => this.#draw(), EVERY) : undefined;
  }

  /** Sets what is being done now, such as "Rendering pages". */
  say(doing: string): void {
    this.#doing = doing;
  }

  /** Clears the line. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#timer) this.#out.write(CLEAR_LINE);
  }

  #draw(): void {
    const elapsed = Date.now() - this.#begun;
    if (elapsed > PATIENCE) this.#out.write(`${CLEAR_LINE}${this.#doing} … ${Math.round(elapsed / 1000)} s`);
  }
}
