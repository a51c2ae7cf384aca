/** One line that says what is being done. Only on a terminal, and only once it takes a moment. */
import type { Output } from './io.ts';

/** Returns to the start of the line and clears it. */
const CLEAR_LINE = '\r\x1b[K';
export const SHOW_CURSOR = '\x1b[?25h';

/** The line appears after half a second, and changes at most ten times a second (ms). */
const PATIENCE = 500;
const DRAW_EVERY = 100;

/** `Rendering pages: 30 of 1,200 …` */
export class Progress {
  readonly #begun = Date.now();
  readonly #out: Output;
  readonly #timer: NodeJS.Timeout | undefined;
  #doing = '';
  #drawn = 0;

  constructor(out: Output) {
    this.#out = out;
    this.#timer = out.isTerminal ? setInterval(() => this.#draw(), DRAW_EVERY) : undefined;
  }

  /** Says what is being done now, such as "Rendering pages". Timers may not run before the next call. */
  say(doing: string): void {
    this.#doing = doing;
    if (this.#timer) this.#draw();
  }

  /** Clears the line. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#drawn > 0) this.#out.write(CLEAR_LINE);
  }

  #draw(): void {
    const now = Date.now();
    if (now - this.#begun < PATIENCE || now - this.#drawn < DRAW_EVERY) return;
    this.#drawn = now;
    this.#out.write(`${CLEAR_LINE}${this.#doing} …`);
  }
}

/** How much of the transcripts has been read, and how many sessions or files of an import are done. */
export class ProgressBar extends Progress {
  #whole = 0;
  #done = 0;
  #count: number | null = null;

  /** Called before the first session or file; nothing else can run while transcripts are read. */
  onFirst: () => void = () => {};

  /** How many sessions or files an import has dealt with. */
  get count(): number {
    return this.#count ?? 0;
  }

  total(bytes: number): void {
    this.#whole = bytes;
  }

  read(bytes: number): void {
    this.#done += bytes;
    this.say(`Reading transcripts: ${Math.min(100, Math.floor((100 * this.#done) / Math.max(1, this.#whole)))}%`);
  }

  /** How many sessions or files of an import are done. */
  records(unit: 'session' | 'file', count: number, of: number | null): void {
    if (this.#count === null) this.onFirst();
    this.#count = count;
    const word = unit === 'session' ? 'Session' : 'File';
    this.say(of === null ? `${word} ${count}` : `${word} ${Math.min(count + 1, of)} of ${of}`);
  }
}
