/** One line that says what is being done. Only on a terminal, and only once it takes a moment. */
import type { Output } from './io.ts';

/** Returns to the start of the line and clears it. */
const CLEAR_LINE = '\r\x1b[K';
export const SHOW_CURSOR = '\x1b[?25h';

const SECOND = 1000;

/** `Rendering pages … 3 s`, once it takes longer than a second. */
export class Progress {
  readonly #begun = Date.now();
  readonly #out: Output;
  readonly #timer: NodeJS.Timeout | undefined;
  #doing = '';

  constructor(out: Output) {
    this.#out = out;
    this.#timer = out.isTerminal ? setInterval(() => this.#draw(), SECOND / 5) : undefined;
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
    if (elapsed > SECOND) this.#out.write(`${CLEAR_LINE}${this.#doing} … ${Math.round(elapsed / SECOND)} s`);
  }
}

const BAR_WIDTH = 24;
const MEGABYTE = 1e6;

/** How much has been read, how fast, and how long the rest will take, once it takes longer than half a second. */
export class ProgressBar {
  readonly #begun = Date.now();
  readonly #out: Output | null;
  #whole = 0;
  #done = 0;
  #drawn = 0;
  #count: number | null = null;

  constructor(out: Output) {
    this.#out = out.isTerminal ? out : null;
  }

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
    this.#draw(() => progressLine(this.#done, this.#whole, Date.now() - this.#begun));
  }

  /** How many sessions or files of an import are done. */
  records(unit: 'session' | 'file', count: number, of: number | null): void {
    if (this.#count === null) this.onFirst();
    this.#count = count;
    const word = unit === 'session' ? 'Session' : 'File';
    this.#draw(() => (of === null ? `${word} ${count}` : `${word} ${Math.min(count + 1, of)} of ${of}`));
  }

  /** Clears the line. */
  end(): void {
    if (this.#drawn > 0) this.#out?.write(CLEAR_LINE);
  }

  #draw(line: () => string): void {
    const now = Date.now();
    if (!this.#out || now - this.#begun < SECOND / 2 || now - this.#drawn < SECOND / 10) return;
    this.#drawn = now;
    this.#out.write(`${CLEAR_LINE}${line()}`);
  }
}

/** `Reading ████████────────────────  34%, 96 MB/s, 4 s left` */
export function progressLine(done: number, whole: number, milliseconds: number): string {
  const share = whole === 0 ? 1 : Math.min(1, done / whole);
  const full = Math.round(share * BAR_WIDTH);
  const rate = done / Math.max(1, milliseconds);
  const rest = Math.ceil(Math.max(0, whole - done) / Math.max(1e-9, rate) / 1000);
  const bar = '█'.repeat(full) + '─'.repeat(BAR_WIDTH - full);
  return `Reading ${bar} ${Math.floor(share * 100)}%, ${Math.round((rate * 1000) / MEGABYTE)} MB/s, ${rest} s left`;
}
