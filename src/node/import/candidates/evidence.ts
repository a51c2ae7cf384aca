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

/** A transcript's line is a few kilobytes; one with pictures may be megabytes. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * What the record says that a candidate was worked out from, secrets and all; null where the transcript or the line is
 * gone, or is not that record any more.
 */
export function evidenceOf(layout: Layout, event: ChronicleEvent): string[] | null {
  const place = transcriptPlace(event.details);
  if (!place) return null;
  const path = transcriptPath(layout, place);
  if (path === undefined) return null;
  const record = readRecord(valueAt(path, place.line));
  return record === null || recordId(record, digestBy('sha1')) !== candidateOf(event) ? null : evidenceWords(record);
}

/** A transcript lies with the directory its session was started in, which need not be the project's. */
function transcriptPath({ projects }: Layout, { file }: TranscriptPlace): string | undefined {
  return projectsIn(projects)
    .map(({ path }) => `${path}/${file}`)
    .find((path) => statsOf(path)?.isFile());
}

function valueAt(path: string, wanted: number): unknown {
  let found = '';
  readLines(path, {
    line: (bytes, number) => {
      if (number === wanted) found = bytes.toString();
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
