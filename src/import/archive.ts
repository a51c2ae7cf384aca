/** The file that `chronicle export --json` wrote, as something that can be imported. */
import { createReadStream, openSync } from 'node:fs';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { READ_LINKED, readPiece } from '#src/lib/read-file.ts';
import { counted } from '#src/lib/text/day.ts';
import { ARCHIVE_VERSION, readArchiveLine } from './archive-record.ts';
import { type ImportKind, plainSource } from './source.ts';

/** A file of 16 MiB is at most so long as JSON. */
const LONGEST_LINE = 100 * 1024 * 1024;
const CHUNK = 1024 * 1024;

export const archive: ImportKind = {
  /** Archives have no usual place. */
  find: () => [],
  async at(path) {
    const fault = await headerFault(path);
    if (fault !== null) throw new ChronicleError('CHRONICLE_NOT_IMPORTABLE', `${fault} Nothing was changed.`);
    return plainSource('archive', path);
  },
  async *read({ path }, { isDryRun }) {
    let [line, records] = [0, 0];
    let end: number | null = null;
    for await (const { text, isWhole } of linesOf(path)) {
      line++;
      if (line === 1 || text?.trim() === '') continue;
      const read = text === null ? { fault: 'it is too long' } : readArchiveLine(text);
      if (end !== null) yield { problem: `Line ${line} comes after the end of the archive. It was not imported.` };
      else if ('end' in read) end = read.end;
      else if ('record' in read) {
        records++;
        yield { record: read.record, name: `Line ${line}` };
      } else if (isWhole || !('fault' in read)) {
        const fault = 'fault' in read ? read.fault : 'another archive begins there';
        yield { problem: `Line ${line} was not imported: ${fault}.` };
      }
    }
    const early = `The file ends early, after ${counted(records, 'record')}: its last line is missing.`;
    const were = isDryRun ? 'would be' : 'were';
    if (end === null)
      yield {
        problem: `${early} The records before that ${were} imported. Run the command again with the complete file.`,
      };
    else if (end !== records)
      yield { problem: `The archive had ${end} records when it was written, and has ${records} that can be read.` };
  },
};

/** Why a file is no archive that can be read, as a sentence; null if it is one. */
async function headerFault(path: string): Promise<string | null> {
  const stats = statsOf(path);
  if (!stats?.isFile() && !stats?.isSymbolicLink())
    return stats ? `${path} is not a regular file.` : `There is no file ${path}.`;
  const magic = readPiece(path, () => ({ from: 0, most: 2 }), READ_LINKED)?.bytes.toString('hex');
  if (magic === '1f8b') return `${path} is packed. Unpack it with gunzip, and import the file that this makes.`;
  let first = '';
  for await (const { text } of linesOf(path)) {
    first = text ?? '';
    break;
  }
  const read = readArchiveLine(first);
  if (!('header' in read))
    return `${path} is not an archive that chronicle export --json wrote: its first line is missing or different.`;
  if (read.header.version <= ARCHIVE_VERSION) return null;
  return `${path} was written by a later version of session-chronicle (format ${read.header.version}, this one reads ${ARCHIVE_VERSION}). Update first.`;
}

/** The lines of a file as UTF-8, without their breaks, one in memory at a time; null for one that is too long. */
async function* linesOf(path: string): AsyncGenerator<{ text: string | null; isWhole: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  const taken = (isWhole: boolean) => {
    const text = length > LONGEST_LINE ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    [parts, length] = [[], 0];
    return { text, isWhole };
  };
  const chunks: AsyncIterable<Buffer> = createReadStream(path, {
    fd: openSync(path, READ_LINKED),
    start: 0,
    highWaterMark: CHUNK,
  });
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      length += at - from;
      if (length <= LONGEST_LINE) parts.push(chunk.subarray(from, at));
      yield taken(true);
      from = at + 1;
    }
    length += chunk.length - from;
    parts = length <= LONGEST_LINE ? [...parts, chunk.subarray(from)] : [];
  }
  if (length > 0) yield taken(false);
}
