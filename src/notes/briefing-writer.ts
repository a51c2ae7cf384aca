import { clip } from '../lib/text/clip.ts';

/** What a line of a briefing names. */
interface BriefingPlace {
  /** As the line has it: an id, or the beginning of a session's. */
  name: string;
  session: string;
  /** Of a note or an observation, or `handoff`; null for the whole session. */
  id: string | null;
}

export interface BriefingLine {
  text: string;
  /** Null for a line of the frame, a heading, the plan and the fields of a handoff. */
  place: BriefingPlace | null;
}

/** A record that may come into the briefing. */
export interface BriefingRecord {
  line: () => string;
  /** Whether its notebook still contains it. */
  isThere: () => boolean;
  /** Null for a record that no session of ours has. */
  place: BriefingPlace | null;
}

/** How many records of a list are missing. */
export interface LeftOut {
  /** Because no room was left. */
  noRoom: number;
  /** Because the list had as many as it may have. */
  older: number;
}

/** After so many records that did not fit, none is looked for. */
const ENOUGH = 3;
/** A shorter piece of a line says nothing (characters). */
const MIN_LINE = 40;

/** Takes lines as long as they fit. */
export class BriefingWriter {
  #left: number;
  readonly lines: BriefingLine[] = [];

  constructor(space: number) {
    this.#left = space;
  }

  /** Adds lines that belong together, cut if they are longer than what is left. */
  add(lines: readonly BriefingLine[]): void {
    for (const { text, place } of lines) {
      if (this.#left < MIN_LINE) return;
      this.#push(clip(text, this.#left - 1), place);
    }
  }

  /**
   * Adds a heading and the records below it that fit, at most so many; returns their names and how many are missing. Once
   * several did not fit, the others are not looked at: each costs a look at its notebook.
   */
  addList(
    heading: string,
    records: readonly BriefingRecord[],
    most = Number.POSITIVE_INFINITY,
  ): LeftOut & { added: string[] } {
    const added: string[] = [];
    let [noRoom, count] = [0, 0];
    for (const [i, record] of records.entries()) {
      if (count === most) return { added, noRoom, older: records.length - i };
      if (noRoom < ENOUGH && !record.isThere()) continue;
      const line = noRoom < ENOUGH ? record.line() : '';
      const needed = line.length + 1 + (count > 0 ? 0 : heading.length + 1);
      if (noRoom >= ENOUGH || needed > this.#left) {
        noRoom += 1;
        continue;
      }
      if (count++ === 0) this.#push(heading, null);
      this.#push(line, record.place);
      if (record.place) added.push(record.place.name);
    }
    return { added, noRoom, older: 0 };
  }

  #push(text: string, place: BriefingPlace | null): void {
    this.lines.push({ text, place });
    this.#left -= text.length + 1;
  }
}
