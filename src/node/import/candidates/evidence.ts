import { candidateOf } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import { type TranscriptPlace, transcriptPlace } from '#src/chronicle/provenance.ts';
import { type RecordWords, wordsOf } from '#src/import/called.ts';
import { sha1Of } from '#src/node/disk/digest.ts';
import { statsOf } from '#src/node/disk/is-there.ts';
import { projectsIn } from '#src/node/disk/projects.ts';
import type { Layout } from '#src/project/paths.ts';
import { clip } from '#src/text/clip.ts';
import { readValuesInTurns } from '#src/transcript/lines.ts';
import { readRecord, recordId, type TranscriptRecord } from '#src/transcript/records.ts';
import { wordCleaner } from '../safe-words.ts';

/** What one line of a transcript says, on one line, without secrets. */
export interface EvidenceLine extends RecordWords {
  /** From 1. */
  line: number;
  /** Whether the event was found in this line. */
  isFound: boolean;
}

/** How many messages are shown before and after the one that an event was found in. */
const AROUND = { before: 2, after: 1 };
/** How far to look for them (lines): most lines of a transcript are no messages. */
const NEAR = 40;
/** How many texts, calls and results of a message are shown. */
const MOST = { found: 4, around: 2 };
const LONGEST_TEXT = 300;

/**
 * The record that a candidate was found in and the messages around it, without secrets; null if the transcript or the line
 * is gone or has changed. Throws the system's errors.
 */
export async function evidenceOf(layout: Layout, event: ChronicleEvent): Promise<EvidenceLine[] | null> {
  const place = transcriptPlace(event.details);
  const path = place && transcriptPath(layout, place);
  if (!place || !path) return null;
  const near = await recordsAround(path, place.line);
  const at = near.findIndex(({ line }) => line === place.line);
  const found = near[at];
  if (!found || recordId(found.record, sha1Of) !== candidateOf(event)) return null;
  const [before, after] = [near.slice(0, at).filter(isMessage), near.slice(at + 1).filter(isMessage)];
  const lines = [
    ...before.slice(-AROUND.before).flatMap(({ line, record }) => linesOf(line, record, false)),
    ...linesOf(found.line, found.record, true),
    ...after.slice(0, AROUND.after).flatMap(({ line, record }) => linesOf(line, record, false)),
  ];
  const safe = await (await wordCleaner())(lines.map(({ text }) => text));
  return lines.map((each) => ({ ...each, text: clip(safe(each.text), LONGEST_TEXT) }));
}

/** The transcript may be in another directory than the project's: the one its session was started in. */
function transcriptPath({ projects }: Layout, { file }: TranscriptPlace): string | undefined {
  return projectsIn(projects)
    .map(({ path }) => `${path}/${file}`)
    .find((path) => statsOf(path)?.isFile());
}

interface NumberedRecord {
  line: number;
  record: TranscriptRecord;
}

async function recordsAround(path: string, line: number): Promise<NumberedRecord[]> {
  const near: NumberedRecord[] = [];
  await readValuesInTurns(path, {
    value(value, number) {
      const record = Math.abs(number - line) <= NEAR ? readRecord(value) : null;
      if (record) near.push({ line: number, record });
      return number > line + NEAR;
    },
  });
  return near;
}

/** Whether the person or the model said or did something in a record. */
function isMessage({ record }: NumberedRecord): boolean {
  return !record.isHosts && !record.isSidechain && !record.isSummary && wordsOf(record).length > 0;
}

function linesOf(line: number, record: TranscriptRecord, isFound: boolean): EvidenceLine[] {
  const words = wordsOf(record).slice(0, isFound ? MOST.found : MOST.around);
  return words.map((each) => ({ ...each, line, isFound }));
}
