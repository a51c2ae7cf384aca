import type { Session } from '#src/format/session.ts';
import type { HistoryLine } from '#src/memory/history.ts';
import type { Proposal } from '#src/memory/proposals.ts';
import { NO_DECISIONS } from '#src/memory/decisions.ts';
import { memoryRecordOf } from '#src/memory/memory.ts';
import { type MemoryPages, memoryPages } from '#src/memory/memory-pages.ts';
import { readMemoryText } from '#src/memory/memory-files.ts';
import { aHistoryLine, aProposal } from '#tests/support/memory-lines.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

interface Given {
  sessions?: Session[];
  /** The text of each file. */
  files?: Record<string, string>;
  index?: string;
  changes?: Partial<HistoryLine>[];
  proposals?: Partial<Proposal>[];
}

const { project } = aSession();

/** The record and the book of an archive of one project. */
export function anArchive({ sessions = [aSession()], files = {}, index = '', changes = [], proposals = [] }: Given) {
  const memory = {
    changes: changes.map((change, i) => ({
      ...aHistoryLine({ id: `l-${i}`, session_id: '3dc1a619', ...change }),
      project,
    })),
    files: Object.entries(files).map(([file, raw]) => ({
      project,
      file,
      fileDate: '2026-02-01T08:00:00Z',
      text: readMemoryText(raw),
    })),
    indexes: [{ project, text: index }],
    proposals: proposals.map((proposal, i) => ({ ...aProposal({ id: `p-00000${i}`, ...proposal }), project })),
  };
  const record = memoryRecordOf({ sessions, memory, decisions: NO_DECISIONS });
  const book: MemoryPages = memoryPages({ sessions, results: record.results, memory, promptsOf: () => [] });
  return { record, book };
}
