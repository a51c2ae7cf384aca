import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { READ } from '../disk/open-flags.ts';

interface LineReading {
  /** Gets a whole line without its line end. Use it at once, as the buffer is reused. */
  line: (bytes: Buffer, number: number) => void;
  /** Whether to skip a line that begins like this. */
  isSkipped: (beginning: Buffer) => boolean;
  /** Longer lines are skipped and counted. */
  longest: number;
  /** Gets the number of bytes read since the last call. */
  progress?: (bytes: number) => void;
}

/** What was skipped in a file. */
interface LeftOut {
  tooLong: number;
  /** Whether the last line has no line end, so it may be incomplete. */
  isTorn: boolean;
}

/** How much is read at once. Smaller files get a smaller buffer, since there may be tens of thousands. */
const CHUNK = { least: 4096, most: 1024 * 1024 };
const NEWLINE = 0x0a;
/** How much of a line decides whether it is skipped. */
const BEGINNING = 256;

/** Reads the lines of a regular file, not through a link, in constant memory. Throws the system's errors. */
export function readLines(path: string, reading: LineReading): LeftOut {
  const file = openSync(path, READ | (constants.O_NOCTTY ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL', path });
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK.most, Math.max(CHUNK.least, stats.size)));
    return new LineSplitter(reading).run(file, chunk);
  } finally {
    closeSync(file);
  }
}

class LineSplitter {
  readonly #reading: LineReading;
  readonly #left: LeftOut = { tooLong: 0, isTorn: false };
  /** The parts of a line that continues in the next chunk. */
  #parts: Buffer[] = [];
  #length = 0;
  #isSkipping = false;
  #isTooLong = false;
  #number = 1;

  constructor(reading: LineReading) {
    this.#reading = reading;
  }

  run(file: number, chunk: Buffer): LeftOut {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      this.#take(chunk.subarray(0, read));
      this.#reading.progress?.(read);
    }
    if (this.#length > 0) {
      this.#left.isTorn = true;
      this.#end(Buffer.alloc(0));
    }
    return this.#left;
  }

  #take(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, at)) {
      this.#end(chunk.subarray(at, end));
      at = end + 1;
    }
    if (at < chunk.length) this.#keep(chunk.subarray(at));
  }

  /** Keeps a part of a line that continues. It is copied, as the chunk is reused. */
  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#isSkipping || this.#isTooLong) return;
    this.#isSkipping = this.#parts.length === 0 && part.length >= BEGINNING && this.#reading.isSkipped(part);
    if (this.#length > this.#reading.longest) this.#isTooLong = true;
    if (this.#isSkipping || this.#isTooLong) this.#parts = [];
    else this.#parts.push(Buffer.from(part));
  }

  #end(last: Buffer): void {
    this.#length += last.length;
    const isTooLong = !this.#isSkipping && (this.#isTooLong || this.#length > this.#reading.longest);
    if (isTooLong) this.#left.tooLong++;
    else if (!this.#isSkipping) this.#give(this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]));
    this.#parts = [];
    this.#length = 0;
    this.#isSkipping = false;
    this.#isTooLong = false;
    this.#number++;
  }

  #give(line: Buffer): void {
    if (line.length > 0 && !this.#reading.isSkipped(line)) this.#reading.line(line, this.#number);
  }
}

/**
 * How lines begin that are not messages: the host's bookkeeping, which is most of a transcript, and its attachments for
 * the model. Read are titles, pull requests and what became of messages typed ahead, also in attachments.
 */
const BOOKS =
  /^\s*\{"type":"(?:api-request(?:-blob|-shape|-resumed)?|last-prompt|mode|permission-mode|cost-state|tools-used|atis-latch|file-history-snapshot|file-history-delta|progress|agent-name|tag|content-replacement|attribution-snapshot)"/;
const ATTACHMENT =
  /^\s*\{"parentUuid":(?:null|"[^"]{0,80}"),(?:"logicalParentUuid":(?:null|"[^"]{0,80}"),)?"isSidechain":(?:true|false),(?:"(?:agentId|promptId)":"[^"]{0,80}",){0,2}"attachment":\{"type":"(?!queued_command")/;

/** Whether a line can be skipped, by its first bytes. */
export function isBookkeeping(line: Buffer): boolean {
  const beginning = line.toString('latin1', 0, BEGINNING);
  return BOOKS.test(beginning) || ATTACHMENT.test(beginning);
}
