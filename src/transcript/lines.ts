/**
 * Reads the values in the lines of a transcript, in memory that does not grow with it. Lines that only the host needs are most
 * of a file and are skipped by their first bytes. Of a damaged line, every whole record is read:
 *
 *     {"type":"user",…}{"type":"assistant",…}             written without a line end between them
 *     {"type":"mode","mo{"parentUuid":null,…}             cut off by a crash, and continued by the next session
 *     \0\0\0\0{"parentUuid":null,…}                       padded by the file system
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { READ, readPiece } from '#src/lib/read-file.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseJson } from '#src/lib/json-object.ts';

/** What was left out of a file, by number of lines. */
export interface LeftOutLines {
  /** Lines with something that is no whole record. */
  broken: number;
  /** A last line that is still being written. */
  torn: number;
  tooLong: number;
}

export interface ValueReading {
  /** Gets each value with its line, from 1, and the byte at which that begins. Returns true if it has seen enough. */
  value: (value: unknown, line: number, at: number) => unknown;
  /** Gets the number of bytes read since the last call. */
  progress?: ((bytes: number) => void) | undefined;
}

/** Longer lines contain pictures or whole files, not prompts or errors. */
const LONGEST = 16 * 1024 * 1024;
/** How much is read at once. Smaller files get a smaller buffer, since there may be tens of thousands. */
const CHUNK = { least: 4096, most: 1024 * 1024 };
const NEWLINE = 0x0a;
/** How much of a line decides whether it is skipped. */
const BEGINNING = 256;
/** Other work gets its turn after this much (bytes), which takes some hundredths of a second. */
const TURN = 8 * 1024 * 1024;
/** How a message begins. Inside of a record, its quotation marks are escaped. */
const MESSAGE = Buffer.from('{"parentUuid":');

/** Reads the values of a regular file, not through a link. Throws the system's errors. */
export function readValues(path: string, reading: ValueReading): LeftOutLines {
  const reader = new LineReader(reading);
  const { file, chunk } = openFile(path);
  try {
    while (reader.read(file, chunk) > 0);
    return reader.end();
  } finally {
    closeSync(file);
  }
}

/** The same, in turns with the other work of this process, which may be serving pages. */
export async function readValuesInTurns(path: string, reading: ValueReading): Promise<LeftOutLines> {
  const reader = new LineReader(reading);
  const { file, chunk } = openFile(path);
  try {
    let since = 0;
    for (let read = reader.read(file, chunk); read > 0; read = reader.read(file, chunk)) {
      since += read;
      if (since < TURN) continue;
      since = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return reader.end();
  } finally {
    closeSync(file);
  }
}

/** A piece of a transcript that is still being written. */
export interface Piece {
  /** The byte at which it begins. */
  from: number;
  /** Whether that is in the middle of a line, the rest of which is skipped. */
  isInLine: boolean;
  /** Its size (bytes). A longer line is skipped. */
  most: number;
}

/** Where the next piece begins, and the size of the file. */
export interface PieceEnd extends Pick<Piece, 'from' | 'isInLine'> {
  size: number;
}

/**
 * Reads the values in the whole lines of a piece of a file; an incomplete last line is left for the next piece. Null if the
 * file cannot be read.
 */
export function readValuesOfPiece(path: string, piece: Piece, value: ValueReading['value']): PieceEnd | null {
  const { from, isInLine, most } = piece;
  const read = readPiece(path, () => ({ from, most }));
  if (read === null) return null;
  const { bytes, size } = read;
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  // Without a line end in a whole piece there is nothing to wait for.
  if (end === 0 && bytes.length > 0 && (isInLine || bytes.length === most))
    return { from: from + bytes.length, isInLine: true, size };
  const start = isInLine ? bytes.indexOf(NEWLINE) + 1 : 0;
  new LineReader({ value }, from + start).take(bytes.subarray(start, end));
  return { from: from + end, isInLine: false, size };
}

function openFile(path: string): { file: number; chunk: Buffer } {
  const file = openSync(path, READ | (constants.O_NOCTTY ?? 0));
  const stats = fstatSync(file);
  if (stats.isFile())
    return { file, chunk: Buffer.allocUnsafe(Math.min(CHUNK.most, Math.max(CHUNK.least, stats.size))) };
  closeSync(file);
  throw Object.assign(new Error(`${path} is not a regular file`), { code: 'EINVAL', path });
}

/** Divides chunks of a file into lines, and gives their values. */
class LineReader {
  readonly #reading: ValueReading;
  readonly #leftOut: LeftOutLines = { broken: 0, torn: 0, tooLong: 0 };
  /** The parts of a line that continues in the next chunk; none of one that is too long. */
  #parts: Buffer[] = [];
  #length = 0;
  #number = 1;
  /** The byte at which the line begins, and the one at which the chunk does. */
  #start: number;
  #chunkStart: number;
  #isEnough = false;

  constructor(reading: ValueReading, start = 0) {
    this.#reading = reading;
    this.#start = start;
    this.#chunkStart = start;
  }

  /** Reads the next chunk and returns how many bytes it has; 0 at the end, or when the reader has enough. */
  read(file: number, chunk: Buffer): number {
    if (this.#isEnough) return 0;
    const read = readSync(file, chunk);
    if (read > 0) {
      this.take(chunk.subarray(0, read));
      this.#reading.progress?.(read);
    }
    return read;
  }

  /** Takes the next chunk. */
  take(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1 && !this.#isEnough; end = chunk.indexOf(NEWLINE, at)) {
      this.#add(chunk.subarray(at, end));
      this.#end();
      at = end + 1;
      this.#start = this.#chunkStart + at;
    }
    // Copied, as the chunk is reused.
    if (at < chunk.length && !this.#isEnough) this.#add(Buffer.from(chunk.subarray(at)));
    this.#chunkStart += chunk.length;
  }

  /** The end of the file. A last line without a line end may still be written, so that it is not broken. */
  end(): LeftOutLines {
    const { broken } = this.#leftOut;
    if (this.#length > 0 && !this.#isEnough) this.#end();
    const torn = this.#leftOut.broken - broken;
    return { ...this.#leftOut, broken, torn };
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= LONGEST) this.#parts.push(part);
    else this.#parts = [];
  }

  #end(): void {
    if (this.#length > LONGEST) this.#leftOut.tooLong++;
    else this.#give(this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
    this.#number++;
  }

  #give(line: Buffer): void {
    if (line.length === 0 || (isSkipped(line) && line.indexOf(MESSAGE, 1) === -1)) return;
    const { values, isWhole } = valuesIn(line.toString('utf8'));
    if (!isWhole) this.#leftOut.broken++;
    for (const value of values) this.#isEnough ||= this.#reading.value(value, this.#number, this.#start) === true;
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

/** Whether a line is of no use, by its first bytes. */
function isSkipped(line: Buffer): boolean {
  const beginning = line.toString('latin1', 0, BEGINNING);
  return BOOKS.test(beginning) || ATTACHMENT.test(beginning);
}

/** Where a record may begin on a damaged line. */
const RECORD = /\{\s{0,8}"(?:parentUuid|logicalParentUuid|isSidechain|type|uuid|sessionId|timestamp)"\s{0,8}:/g;
/** How often a damaged line is read again at most, so that hostile ones take no longer than others. */
const READINGS = 6;

/** The values of a line, and whether that is all of it. Some editors add a byte order mark, some disks pad with NULs. */
export function valuesIn(line: string): { values: unknown[]; isWhole: boolean } {
  // Parsing a line as it is costs nothing more where it is sound, as nearly all are.
  const whole = parseJson(line);
  if (whole !== undefined) return { values: [whole], isWhole: true };
  const text = line.replace(/^[\ufeff\0\s]+/, '').replace(/[\0\s]+$/, '');
  if (text === '') return { values: [], isWhole: true };
  const values: unknown[] = [];
  let [lost, end, effort] = [0, 0, READINGS * text.length];
  for (const { index } of text.matchAll(RECORD)) {
    if (index < end || effort < 0) continue;
    const close = closingBrace(text, index);
    effort -= (close === -1 ? text.length : close) - index;
    const value = close === -1 ? undefined : recordIn(text.slice(index, close + 1));
    if (value === undefined) continue;
    values.push(value);
    lost += text.slice(end, index).replace(/[\0\s]+/g, '').length;
    end = close + 1;
  }
  const padded = values.length === 0 && text.length < line.length ? parseJson(text) : undefined;
  if (padded !== undefined) return { values: [padded], isWhole: true };
  return { values, isWhole: lost + text.slice(end).replace(/[\0\s]+/g, '').length === 0 };
}

/** The record that a text is; undefined if it is none. A part of a cut one has neither an id nor a session. */
function recordIn(text: string): unknown {
  const value = parseJson(text);
  const isOne = isRecord(value) && typeof value.type === 'string';
  return isOne && ['uuid', 'sessionId', 'leafUuid'].some((key) => typeof value[key] === 'string') ? value : undefined;
}

/** Where the object ends that begins at `from`; -1 if it does not. */
function closingBrace(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if (character === OPEN) depth++;
    else if (character === CLOSE && --depth === 0) return at;
  }
  return -1;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];
