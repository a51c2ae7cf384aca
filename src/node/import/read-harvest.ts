import { type Harvest, type HarvestOptions, HarvestReader } from '#src/import/harvest.ts';
import { sha1Of, sha256Of } from '../disk/digest.ts';
import type { SessionTranscripts } from './session-transcripts.ts';
import { harvestValues, type SkippedLines } from './transcript-lines.ts';

/** What a session's transcripts show, and which records were left out. */
export interface HarvestReading {
  harvest: Harvest;
  /** How many lines and records were left out, by reason. */
  leftOut: Record<string, number>;
}

export interface Reading extends Pick<HarvestOptions, 'id' | 'projects' | 'project' | 'began' | 'now' | 'listed'> {
  progress?: ((bytes: number) => void) | undefined;
}

/** Names of lines that were skipped, as facts have them. */
const LINES: Readonly<Record<keyof SkippedLines, string>> = {
  broken: 'not JSON',
  torn: 'incomplete',
  tooLong: 'over 16 MB',
};

/**
 * Reads the transcripts of one session in one pass each, in memory that does not grow with them. Throws the system's errors
 * for a transcript that cannot be read; one of a subagent is left out then.
 */
export async function readHarvest(
  { files, subagents }: SessionTranscripts,
  { progress, ...options }: Reading,
): Promise<HarvestReading> {
  const reader = new HarvestReader({ ...options, sha1: sha1Of, sha256: sha256Of });
  const leftOut = new Map<string, number>();
  const note = (lines: SkippedLines) => {
    for (const [kind, name] of Object.entries(LINES)) add(leftOut, name, lines[kind as keyof SkippedLines]);
  };
  const reading = (file: string, add: HarvestReader['add']) => ({
    value: (value: unknown, line: number) => add.call(reader, value, { file, line }),
    ...(progress ? { progress } : {}),
  });
  for (const { path, stem } of files) note(await harvestValues(path, reading(`${stem}.jsonl`, reader.add)));
  for (const path of subagents) {
    try {
      note(await harvestValues(path, reading(path.slice(path.lastIndexOf('/') + 1), reader.addSubagent)));
    } catch {
      // It may be gone, or somebody put a link in its place.
      add(leftOut, 'unreadable subagent', 1);
    }
  }
  const harvest = reader.end();
  for (const [reason, count] of Object.entries(harvest.facts.skipped)) add(leftOut, reason, count);
  return { harvest, leftOut: Object.fromEntries(leftOut) };
}

function add(counts: Map<string, number>, reason: string, count: number): void {
  if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count);
}
