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
  #written: number | null = null;

  constructor(out: Output) {
    this.#out = out.isTerminal ? out : null;
  }

  /** Called once, when writing begins; nothing else can run while files are read. */
  onWrite: () => void = () => {};

  /** How many chronicles have been written; null before writing begins. */
  get written(): number | null {
    return this.#written;
  }

  total(bytes: number): void {
    this.#whole = bytes;
  }

  read(bytes: number): void {
    this.#done += bytes;
    this.#draw(() => progressLine(this.#done, this.#whole, Date.now() - this.#begun));
  }

  write(count: number, of: number): void {
    if (this.#written === null) this.onWrite();
    this.#written = count;
    this.#draw(() => `Writing chronicle ${Math.min(count + 1, of)} of ${of}`);
  }

  /** How many sessions or files of an import were read. */
  records(unit: 'session' | 'file', count: number, of: number | null): void {
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
