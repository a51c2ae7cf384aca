/** Changes of memory that transcripts show, as lines of the history of memory. */
import { existsSync } from 'node:fs';
import type { Digest } from '#src/format/event-id.ts';
import { compare } from '#src/lib/compare.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { appendLines } from '#src/lib/files.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { utcTime } from '#src/lib/local-time.ts';
import { memoryPlace, type Paths } from '#src/lib/paths.ts';
import { type HistoryLine, readHistory } from '#src/memory/history.ts';
import { withMemory } from '#src/memory/memory-files.ts';
import type { MemoryWrite } from '#src/transcript/memory-writes.ts';
import { type ImportRecord, recordDigest } from './import-record.ts';
import type { PlannedSession } from './plan-sessions.ts';

/** The lines from the transcripts of these sessions, by the project's directory. Nobody needs the memory of a deleted project. */
export function memoryLines(
  { projects }: Pick<Paths, 'projects'>,
  sessions: readonly Pick<PlannedSession, 'id' | 'found'>[],
): [directory: string, lines: HistoryLine[]][] {
  const writes = sessions.flatMap(({ id, found }) => (found?.writes ?? []).map((write) => ({ write, id })));
  const byProject = Map.groupBy(writes, ({ write }) => write.directory);
  return [...byProject]
    .filter(([directory]) => existsSync(`${projects}/${directory}`))
    .map(([directory, own]) => [directory, own.map(({ write, id }) => memoryLineOf(write, id, sha1Of))]);
}

/**
 * Adds the lines that a project's history does not have, under the memory lock, once the record of the import has them.
 * Returns how many are new. Without a record, as in a dry run, only counts them.
 */
export function addMemoryLines(
  paths: Paths,
  directory: string,
  lines: readonly HistoryLine[],
  record: ImportRecord | null,
): number {
  const place = memoryPlace(paths, directory);
  const missing = () => newLines(lines, readHistory(place.history));
  if (record === null || missing().length === 0) return missing().length;
  return withMemory(place, () => {
    const texts = missing()
      .toSorted((a, b) => compare(a.at, b.at))
      .map((line) => JSON.stringify(line));
    const path = place.history.slice(paths.config.length + 1);
    const digests = texts.map((text) => recordDigest(asBytes(text)));
    if (texts.length > 0) record.beginLines({ path, digests });
    appendLines(place.history, texts);
    return texts.length;
  });
}

/** The line for a change in a session's transcript. `sha1` returns hex. */
export function memoryLineOf(write: MemoryWrite, sessionId: string, sha1: Digest): HistoryLine {
  const { record, nth, at, isNew, file, before, after } = write;
  return {
    id: `l-${sha1(nth === 0 ? record : `${record} ${nth}`)}`,
    at: utcTime(new Date(at)),
    source: 'backfill',
    action: isNew ? 'new' : 'changed',
    ...{ file, session_id: sessionId, events: [], before, after },
  };
}

/**
 * The lines that a history does not contain, neither with the same id nor as the same change by a hook or retrospective. A
 * line that is only dated by its file does not count, since the transcript's date is better.
 */
export function newLines(lines: readonly HistoryLine[], history: readonly HistoryLine[]): HistoryLine[] {
  const changeOf = ({ file, after }: HistoryLine) => `${file}\n${after}`;
  const ids = new Set(history.map(({ id }) => id));
  const seen = history.filter(({ dated, source }) => dated === undefined && source !== 'backfill');
  const changes = new Set(seen.map(changeOf));
  return lines.filter((line) => {
    if (ids.has(line.id) || (line.after !== null && changes.has(changeOf(line)))) return false;
    ids.add(line.id);
    return true;
  });
}
