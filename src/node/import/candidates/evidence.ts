import { candidateOf } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { type TranscriptPlace, transcriptPlace } from '#src/chronicle/provenance.ts';
import { evidenceWords } from '#src/import/called.ts';
import { readRecord, recordId } from '#src/import/record.ts';
import { statsOf } from '#src/node/disk/is-there.ts';
import { projectsIn } from '#src/node/disk/projects.ts';
import type { Layout } from '#src/project/paths.ts';
import { digestBy } from '../digest-by.ts';
import { readLines } from '../read-lines.ts';

/** A transcript line has a few kilobytes, with pictures some megabytes. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The text of the record that a candidate was found in, with secrets; null if the transcript or the line is gone or has
 * changed.
 */
export function evidenceOf(layout: Layout, event: ChronicleEvent): string[] | null {
  const place = transcriptPlace(event.details);
  if (!place) return null;
  const path = transcriptPath(layout, place);
  if (path === undefined) return null;
  const record = readRecord(valueAt(path, place.line));
  return record === null || recordId(record, digestBy('sha1')) !== candidateOf(event) ? null : evidenceWords(record);
}

/** The transcript may be in another directory than the project's: the one its session was started in. */
function transcriptPath({ projects }: Layout, { file }: TranscriptPlace): string | undefined {
  return projectsIn(projects)
    .map(({ path }) => `${path}/${file}`)
    .find((path) => statsOf(path)?.isFile());
}

function valueAt(path: string, lineNumber: number): unknown {
  let found = '';
  readLines(path, {
    line: (bytes, number) => {
      if (number === lineNumber) found = bytes.toString();
    },
    isSkipped: () => false,
    longest: LONGEST_LINE,
  });
  try {
    return JSON.parse(found);
  } catch {
    return null;
  }
}
