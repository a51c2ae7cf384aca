import type { Attention, Session } from '../../chronicle/session.ts';
import type { LedgerLine } from '../../memory/ledger.ts';
import type { MemoryChange, MemoryFile } from '../../memory/memory-history.ts';
import type { Project } from '../../project/project.ts';
import type { ShelfEntry } from './shelf.ts';

/** What lies in the archive about memories, in the projects it belongs to. */
export interface MemoryHoldings {
  changes: MemoryChange[];
  files: MemoryFile[];
}

/**
 * Gives ledger lines and memory files their projects. A line belongs to its session's project; where that
 * is not known, and for files, it is the oldest project of the directory. A directory without sessions
 * is no project, so what lies in it is left out.
 */
export function memoryHoldings(
  ledgers: Iterable<ShelfEntry<LedgerLine[]>>,
  memories: Iterable<ShelfEntry<string>>,
  sessions: readonly Session[],
): MemoryHoldings {
  const projectOf = new Map<string, Project>();
  const projectOfSession = new Map<string, Project>();
  // Newest first, so the oldest project of a directory is set last.
  for (const { id, project } of sessions) {
    projectOf.set(project.directory, project);
    projectOfSession.set(`${project.directory}\n${id}`, project);
  }
  const changes = [...ledgers].flatMap(({ directory, good }) =>
    (good?.value ?? []).flatMap((line) => {
      const project = projectOfSession.get(`${directory}\n${line.session_id}`) ?? projectOf.get(directory);
      return project ? [{ ...line, project }] : [];
    }),
  );
  const files = [...memories].flatMap(({ directory, name, good, stamp }) => {
    const project = good && projectOf.get(directory);
    return project ? [{ project, file: name, fileDate: new Date(stamp.madeMs).toISOString() }] : [];
  });
  return { changes, files };
}

/** The lines of ledgers that cannot be used. */
export function ledgerAttention(ledgers: Iterable<ShelfEntry<LedgerLine[]>>): Attention[] {
  return [...ledgers].flatMap(({ path, reading }) =>
    reading.problems.map((problem, i) => ({ path, problem, excerpt: reading.excerpts[i] ?? [], session: null })),
  );
}
