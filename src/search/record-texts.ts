/**
 * The texts of records for the search page, in files of a few sessions each.
 */
import { indexedText } from './excerpt.ts';
import type { SearchRecord } from './record.ts';

/** A file of texts, in the order of the index: the record's place on its session's page, and its indexed text. */
export type TextFile = [anchor: string, text: string][];

/** A file ends with the session that reaches this many characters: a request for it costs about 14 kB compressed. */
const ENOUGH = 44_000;

/** Packs the texts of records, those of a session into the same file. */
export function textFilesOf(records: readonly SearchRecord[]): TextFile[] {
  const files: TextFile[] = [];
  let size = ENOUGH;
  for (const [number, record] of records.entries()) {
    const before = records[number - 1];
    const isNext = !before || before.project !== record.project || before.session !== record.session;
    if (isNext && size >= ENOUGH) {
      files.push([]);
      size = 0;
    }
    const text = indexedText(record.text);
    files.at(-1)?.push([record.anchor, text]);
    size += text.length;
  }
  return files;
}
