import type { Digest } from '../chronicle/event-id.ts';
import type { LedgerLine } from '../memory/ledger/ledger.ts';
import { utcTime } from '../record/local-time.ts';
import type { MemoryWrite } from './memory-writes.ts';

/** The ledger's line for a change of memory that a session's transcript shows; `sha1` gives hex. */
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
 * The lines that a ledger does not hold: neither by their id, nor the same change as hooks or a retro entered it. A line
 * whose date is only a file's does not count, as a transcript knows better.
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
