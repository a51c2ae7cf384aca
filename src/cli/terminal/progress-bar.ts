import { CLEAR_LINE } from './escapes.ts';
import type { Output } from './io.ts';

/** Shorter work shows no progress (ms). */
const PATIENCE = 500;
const EVERY = 100;
const WIDTH = 24;
const MEGABYTE = 1e6;

/** A line with how much has been read, how fast, and how long the rest will take. Only on a terminal. */
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
    if (!this.#out || now - this.#begun < PATIENCE || now - this.#drawn < EVERY) return;
    this.#drawn = now;
    this.#out.write(`${CLEAR_LINE}${line()}`);
  }
}

/** `Reading ████████────────────────  34%, 96 MB/s, 4 s left` */
export function progressLine(done: number, whole: number, milliseconds: number): string {
  const share = whole === 0 ? 1 : Math.min(1, done / whole);
  const full = Math.round(share * WIDTH);
  const rate = done / Math.max(1, milliseconds);
  const rest = Math.ceil(Math.max(0, whole - done) / Math.max(1e-9, rate) / 1000);
  const bar = '█'.repeat(full) + '─'.repeat(WIDTH - full);
  return `Reading ${bar} ${Math.floor(share * 100)}%, ${Math.round((rate * 1000) / MEGABYTE)} MB/s, ${rest} s left`;
}
