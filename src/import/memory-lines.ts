import { existsSync } from 'node:fs';
import type { Digest } from '#src/format/event-id.ts';
import { utcTime } from '#src/lib/local-time.ts';
import type { MemoryWrite } from '#src/transcript/memory-writes.ts';
import { appendLines } from '#src/lib/files.ts';
import { type LedgerLine, readLedger } from '#src/memory/history.ts';
import { type Paths, memoryPlace } from '#src/lib/paths.ts';
import { compare } from '#src/lib/compare.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { withMemory } from '#src/memory/memory-files.ts';
import { type ImportRecord, recordDigest } from './import-record.ts';
import type { PlannedSession } from './plan-sessions.ts';

/** The ledger lines from transcripts that are not in the ledgers yet, by the project's directory. Skips unreadable ledgers. */
export function missingLines(
  paths: Paths,
  sessions: readonly Pick<PlannedSession, 'id' | 'found'>[],
  failed: (directory: string, error: unknown) => void,
): Map<string, LedgerLine[]> {
  const wanted = new Map<string, LedgerLine[]>();
  for (const { id, found } of sessions) {
    for (const write of found?.writes ?? []) {
      const lines = wanted.get(write.directory) ?? [];
      lines.push(ledgerLineOf(write, id, sha1Of));
      wanted.set(write.directory, lines);
    }
  }
  return new Map(
    [...wanted].flatMap(([directory, lines]) => {
      // Nobody needs the memory of a deleted project.
      const place = memoryPlace(paths, directory);
      if (!existsSync(`${paths.projects}/${directory}`)) return [];
      try {
        const left = newLines(lines, readLedger(place.ledger));
        return left.length === 0 ? [] : [[directory, left] as const];
      } catch (error) {
        failed(directory, error);
        return [];
      }
    }),
  );
}

/** Adds lines to a project's ledger under the memory lock, once the record of the import has them. Returns how many were new. */
export function writeLines(
  paths: Paths,
  directory: string,
  lines: readonly LedgerLine[],
  record: ImportRecord,
): number {
  const place = memoryPlace(paths, directory);
  return withMemory(place, () => {
    const left = newLines(lines, readLedger(place.ledger)).toSorted((a, b) => compare(a.at, b.at));
    const texts = left.map((line) => JSON.stringify(line));
    const path = place.ledger.slice(paths.config.length + 1);
    const digests = texts.map((text) => recordDigest(asBytes(text)));
    if (texts.length > 0) record.beginLines({ path, digests });
    appendLines(place.ledger, texts);
    return left.length;
  });
}

/** The ledger line for a change in a session's transcript. `sha1` returns hex. */
export function ledgerLineOf(write: MemoryWrite, sessionId: string, sha1: Digest): LedgerLine {
  return {
    id: `l-${sha1(write.nth === 0 ? write.record : `${write.record} ${write.nth}`)}`,
    at: utcTime(new Date(write.at)),
    source: 'backfill',
    action: write.isNew ? 'new' : 'changed',
    file: write.file,
    session_id: sessionId,
    events: [],
    before: write.before,
    after: write.after,
  };
}

/**
 * The lines that a ledger does not contain, neither with the same id nor as the same change by a hook or retrospective. A
 * ledger line that is only dated by its file does not count, since the transcript's date is better.
 */
export function newLines(lines: readonly LedgerLine[], ledger: readonly LedgerLine[]): LedgerLine[] {
  const ids = new Set(ledger.map(({ id }) => id));
  const seen = ledger.filter(({ dated, source }) => dated === undefined && source !== 'backfill');
  const changes = new Set(seen.map(changeOf));
  return lines.filter((line) => {
    if (ids.has(line.id) || (line.after !== null && changes.has(changeOf(line)))) return false;
    ids.add(line.id);
    return true;
  });
}

function changeOf({ file, after }: Pick<LedgerLine, 'file' | 'after'>): string {
  return `${file}\n${after}`;
}
