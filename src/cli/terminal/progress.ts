import { CLEAR_LINE } from './escapes.ts';
import type { Output } from './io.ts';

/** Work shorter than this is not talked about (ms). */
const PATIENCE = 1000;
const EVERY = 200;

/** One line on a terminal that says what is being done, once it takes longer than a second; nothing anywhere else. */
export class Progress {
  readonly #begun = Date.now();
  readonly #out: Output;
  readonly #timer: NodeJS.Timeout | undefined;
  #doing = '';

  constructor(out: Output) {
    this.#out = out;
    this.#timer = out.isTerminal ? setInterval(() => this.#draw(), EVERY) : undefined;
  }

  /** What is being done from here on, such as "Rendering pages". */
  say(doing: string): void {
    this.#doing = doing;
  }

  /** Takes the line away. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#timer) this.#out.write(CLEAR_LINE);
  }

  #draw(): void {
    const elapsed = Date.now() - this.#begun;
    if (elapsed > PATIENCE) this.#out.write(`${CLEAR_LINE}${this.#doing} … ${Math.round(elapsed / 1000)} s`);
  }
}
