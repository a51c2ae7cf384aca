/** A way to read a text, in which each character keeps its place in the original. */
export interface Reading {
  text: string;
  /** The start and end of each character in the original text; null if nothing was changed. */
  from: readonly number[] | null;
  to: readonly number[] | null;
  /** Whether marks between letters were removed, so that only matches across one are new. */
  isUnmarked: boolean;
  /** How lines are read on: as one word, with a blank between them, or not at all. */
  lines: 'apart' | 'joined' | 'flowed';
  /** Where lines were put together, in this text, in order. */
  seams: readonly number[];
}

/** The text as it is. */
export function rawReading(text: string): Reading {
  return { text, from: null, to: null, isUnmarked: false, lines: 'apart', seams: [] };
}

/** The place of a range of a reading in the original text. */
export function placeIn(
  { from, to }: Pick<Reading, 'from' | 'to'>,
  start: number,
  end: number,
): { start: number; end: number } {
  return { start: from?.[start] ?? start, end: to?.[end - 1] ?? end };
}

/** Makes a reading out of parts of another. */
export class ReadingMaker {
  readonly #source: Reading;
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #seams: number[] = [];
  #text = '';

  constructor(source: Reading) {
    this.#source = source;
  }

  /** Takes over a range. */
  keep(start: number, end: number): void {
    this.#text += this.#source.text.slice(start, end);
    for (let i = start; i < end; i++) {
      this.#from.push(this.#source.from?.[i] ?? i);
      this.#to.push(this.#source.to?.[i] ?? i + 1);
    }
  }

  /** Writes another text for a range. */
  put(text: string, start: number, end: number): void {
    const place = placeIn(this.#source, start, end);
    this.#text += text;
    for (let i = 0; i < text.length; i++) {
      this.#from.push(place.start);
      this.#to.push(place.end);
    }
  }

  /** Notes that two lines were put together here. */
  seam(): void {
    this.#seams.push(this.#text.length);
  }

  made(lines: Reading['lines'] = 'apart'): Reading {
    return { text: this.#text, from: this.#from, to: this.#to, isUnmarked: false, lines, seams: this.#seams };
  }
}
