import { closeSync, fsyncSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeAll } from '#src/lib/files.ts';
import { discard } from '#src/lib/lock.ts';
import { CREATE_NEW } from '#src/lib/read-file.ts';
import { archiveLines, type ExportCounts } from '#src/import/export-archive.ts';
import { pathsIn } from '#src/lib/env.ts';
import { utcTime } from '#src/lib/local-time.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Io } from '../terminal/io.ts';
import { printText, say } from '../terminal/print.ts';
import { fileCounts } from './report.ts';

const ADVICE =
  'It has everything that the archive has, also what posts leave out. Keep it as private, and delete it when you no longer need it.';

/** Writes the whole archive as JSON lines, to a new file or to stdout. Returns the exit code. */
export function exportJson(io: Io, out: string | undefined): number {
  if (out === undefined && io.stdout.isTerminal)
    throw new ChronicleError(
      'CHRONICLE_WRONG_USE',
      'The whole archive is no reading for a terminal. Name a file with --out, or send the output on, as in: chronicle export --json | gzip > archive.jsonl.gz. Nothing was written.',
    );
  const paths = pathsIn(io.env);
  const counts: ExportCounts = { records: {}, problems: [] };
  const lines = archiveLines(paths, utcTime(io.env.now()), counts);
  if (out === undefined) for (const line of lines) printText(io, line);
  else writeNewFile(resolve(io.env.cwd, out), lines);
  say(io, `Exported ${fileCounts(counts.records)}${out === undefined ? '' : ` to ${out}`}. ${ADVICE}`);
  for (const problem of counts.problems) say(io, problem);
  return counts.problems.length > 0 ? 1 : 0;
}

/** Writes a new file, for its owner only. What cannot be written whole is deleted again. */
function writeNewFile(path: string, lines: Iterable<string>): void {
  let file: number | null = null;
  try {
    file = openSync(path, CREATE_NEW, 0o600);
    for (const line of lines) writeAll(file, Buffer.from(line));
    fsyncSync(file);
  } catch (error) {
    if (isErrno(error, 'EEXIST'))
      throw new ChronicleError('CHRONICLE_TAKEN', `${path} exists already. Name another file. Nothing was written.`);
    if (file !== null) discard(path);
    throw new ChronicleError('CHRONICLE_NOT_EXPORTED', `${sentenceOf(error)} The file was not written.`);
  } finally {
    if (file !== null) closeSync(file);
  }
}
