/** Work shorter than this is not talked about (ms). */
const PATIENCE = 1000;
const EVERY = 200;

/** One line on a terminal that says what is being done, once it takes longer than a second; nothing anywhere else. */
export class Progress {
  readonly #begun = Date.now();
  #doing = '';
  readonly #timer = process.stderr.isTTY ? setInterval(() => this.#draw(), EVERY) : undefined;

  /** What is being done from here on, such as "Rendering pages". */
  say(doing: string): void {
    this.#doing = doing;
  }

  /** Takes the line away. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#timer) process.stderr.write('\r\x1b[K');
  }

  #draw(): void {
    const elapsed = Date.now() - this.#begun;
    if (elapsed > PATIENCE) process.stderr.write(`\r\x1b[K${this.#doing} … ${Math.round(elapsed / 1000)} s`);
  }
}
