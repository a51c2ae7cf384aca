/** The file that `chronicle export --json` wrote, as something that can be imported. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE_KINDS, ARCHIVE_VERSION, readArchiveLine } from '#src/import/archive-record.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { counted } from '#src/lib/text/day.ts';
import type { FileKind, FoundFile, Source } from '../sources/kind.ts';
import { linesOf } from './lines-of.ts';
import { isDamaged, unpackedBeginning } from './packed-file.ts';

/** The first line has about 80. */
const LONGEST_HEADER = 1000;
/** More files of a directory are not looked at. */
const MOST_LOOKED_AT = 200;

export const archive: FileKind = {
  name: 'archive',
  isScanned: false,
  /** Archives have no usual place: those in the current directory and in the home directory are found. */
  async find({ world }) {
    const folders = new Set([world.cwd, world.home]);
    const paths = [...folders].flatMap((folder) =>
      namesIn(folder)
        .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
        .slice(0, MOST_LOOKED_AT)
        .map((name) => join(folder, name)),
    );
    return Promise.all(paths.filter((path) => headerFault(path) === null).map(lookedAt));
  },
  async at(path) {
    const fault = headerFault(path);
    if (fault !== null) throw new ChronicleError('CHRONICLE_NOT_IMPORTABLE', `${fault} Nothing was changed.`);
    return [sourceAt(path)];
  },
  async *files({ path }, { isDryRun }) {
    let line = 0;
    let records = 0;
    let end: number | null = null;
    try {
      for await (const { text, isWhole } of linesOf(path)) {
        line++;
        if (line === 1 || (text !== null && text.trim() === '')) continue;
        const read = text === null ? { fault: 'it is too long' } : readArchiveLine(text);
        if (end !== null) yield { left: `Line ${line} comes after the end of the archive. It was not imported.` };
        else if ('end' in read) end = read.end;
        else if ('record' in read) {
          records++;
          yield { record: read.record, name: `Line ${line}` } satisfies FoundFile;
        } else if (isWhole || !('fault' in read))
          yield {
            left: `Line ${line} was not imported: ${'fault' in read ? read.fault : 'another archive begins there'}.`,
          };
      }
    } catch (error) {
      if (!isDamaged(error)) throw error;
      yield { left: `The packed file is damaged after line ${line}: what follows cannot be unpacked.` };
    }
    if (end === null)
      yield {
        left: `The file ends early, after ${counted(records, 'record')}: its last line is missing. The records before that ${isDryRun ? 'would be' : 'were'} imported. Run the command again with the complete file.`,
      };
    else if (end !== records)
      yield { left: `The archive had ${end} records when it was written, and has ${records} that can be read.` };
  },
};

/** Why a file is no archive that can be read, as a sentence; null if it is one. */
function headerFault(path: string): string | null {
  const first = unpackedBeginning(path, LONGEST_HEADER);
  if (first === null) return existsSync(path) ? `${path} is not a regular file.` : `There is no file ${path}.`;
  const read = readArchiveLine(first.split('\n', 1)[0] ?? '');
  if (!('header' in read))
    return `${path} is not an archive that chronicle export --json wrote: its first line is missing or different.`;
  if (read.header.version <= ARCHIVE_VERSION) return null;
  return `${path} was written by a later version of session-chronicle (format ${read.header.version}, this one reads ${ARCHIVE_VERSION}). Update first.`;
}

function sourceAt(path: string): Source {
  return { kind: 'archive', path, counts: {}, days: null, remarks: [], problem: null };
}

/** Counts what an archive has. Reads the whole file, one line at a time, and only the beginning of each. */
async function lookedAt(path: string): Promise<Source> {
  const counts: Record<string, number> = {};
  let [from, to] = ['', ''];
  try {
    for await (const { text } of linesOf(path)) {
      const [, kind = '', place = ''] =
        /^\{"kind":"([a-z]+)","path":"([^"]{0,500})"/.exec(text?.slice(0, 600) ?? '') ?? [];
      if (!Object.hasOwn(ARCHIVE_KINDS, kind)) continue;
      const word = WORDS[kind] ?? 'other files';
      counts[word] = (counts[word] ?? 0) + 1;
      const day = kind === 'chronicle' ? (/\/(\d{4}-\d\d-\d\d)[^/]*$/.exec(place)?.[1] ?? '') : '';
      if (day === '') continue;
      if (from === '' || day < from) from = day;
      if (day > to) to = day;
    }
  } catch (error) {
    const problem = isDamaged(error) ? `${path} is damaged and cannot be unpacked.` : sentenceOf(error);
    return { ...sourceAt(path), problem };
  }
  return { ...sourceAt(path), counts, days: from === '' ? null : { from, to } };
}

const WORDS: Readonly<Record<string, string>> = {
  chronicle: 'chronicles',
  notebook: 'notebooks',
  facts: 'facts files',
};
