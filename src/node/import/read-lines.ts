import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { READ } from '../disk/open-flags.ts';

export interface LineReading {
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

/** Other work gets its turn after this much (bytes), which takes some hundredths of a second. */
const TURN = 8 * 1024 * 1024;

/** Reads the lines of a regular file, not through a link, in constant memory. Throws the system's errors. */
export function readLines(path: string, reading: LineReading): LeftOut {
  const { file, chunk } = openFile(path);
  try {
    const splitter = new LineSplitter(reading);
    while (splitter.read(file, chunk) > 0);
    return splitter.end();
  } finally {
    closeSync(file);
  }
}

/** The same, in turns with the other work of this process, which may be serving pages. */
export async function readLinesInTurns(path: string, reading: LineReading): Promise<LeftOut> {
  const { file, chunk } = openFile(path);
  try {
    const splitter = new LineSplitter(reading);
    let since = 0;
    for (let read = splitter.read(file, chunk); read > 0; read = splitter.read(file, chunk)) {
      since += read;
      if (since < TURN) continue;
      since = 0;
      await setImmediate();
    }
    return splitter.end();
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): { file: number; chunk: Buffer } {
  const file = openSync(path, READ | (constants.O_NOCTTY ?? 0));
  const stats = fstatSync(file);
  if (stats.isFile())
    return { file, chunk: Buffer.allocUnsafe(Math.min(CHUNK.most, Math.max(CHUNK.least, stats.size))) };
  closeSync(file);
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL', path });
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

  /** Reads the next chunk and returns how many bytes it has. */
  read(file: number, chunk: Buffer): number {
    const read = readSync(file, chunk);
    if (read > 0) {
      this.#take(chunk.subarray(0, read));
      this.#reading.progress?.(read);
    }
    return read;
  }

  end(): LeftOut {
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
 * the model. Read are titles, pull requests, what hooks told the agent, and what became of messages typed ahead, also in
 * attachments.
 */
const BOOKS =
  /^\s*\{"type":"(?:api-request(?:-blob|-shape|-resumed)?|last-prompt|mode|permission-mode|cost-state|tools-used|atis-latch|file-history-snapshot|file-history-delta|progress|agent-name|tag|content-replacement|attribution-snapshot)"/;
const ATTACHMENT =
  /^\s*\{"parentUuid":(?:null|"[^"]{0,80}"),(?:"logicalParentUuid":(?:null|"[^"]{0,80}"),)?"isSidechain":(?:true|false),(?:"(?:agentId|promptId)":"[^"]{0,80}",){0,2}"attachment":\{"type":"(?!queued_command"|hook_additional_context")/;

/** The bookkeeping that a harvest reads: queued prompts, titles, links to pull requests. */
const HARVESTED = /^\s*\{"type":"(?:queue-operation|summary|custom-title|ai-title|pr-link)"/;
const SIDECHAIN =
  /^\s*\{"parentUuid":(?:null|"[^"]{0,80}"),(?:"logicalParentUuid":(?:null|"[^"]{0,80}"),)?"isSidechain":true,/;

/** Whether a harvest can skip a line, by its first bytes. It reads what subagents did. */
export function isUnharvested(line: Buffer): boolean {
  const beginning = line.toString('latin1', 0, BEGINNING);
  if (HARVESTED.test(beginning) || SIDECHAIN.test(beginning)) return false;
  return BOOKS.test(beginning) || ATTACHMENT.test(beginning);
}

/** Whether a survey can skip a line, by its first bytes. */
export function isBookkeeping(line: Buffer): boolean {
  const beginning = line.toString('latin1', 0, BEGINNING);
  return BOOKS.test(beginning) || ATTACHMENT.test(beginning);
}
