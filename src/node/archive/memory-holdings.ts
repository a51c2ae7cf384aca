import type { Attention, Session } from '#src/chronicle/session.ts';
import type { LedgerLine } from '#src/memory/ledger/ledger.ts';
import type { MemoryChange, MemoryFile, MemoryIndex, ProjectProposal } from '#src/memory/ledger/memory-history.ts';
import { type MemoryText, unreadText } from '#src/memory/memory-text.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import type { Project } from '#src/project/project.ts';
import { ledgerSource } from './ledger-source.ts';
import { memoryIndexSource, memorySource } from './memory-source.ts';
import { proposalSource } from './proposal-source.ts';
import type { Reading } from './reading.ts';
import { Shelf, type ShelfEntry } from './shelf.ts';

/** What lies in the archive about memories, in the projects it belongs to. */
export interface MemoryHoldings {
  changes: MemoryChange[];
  files: MemoryFile[];
  indexes: MemoryIndex[];
  /** In the order in which they were filed. */
  proposals: ProjectProposal[];
}

/** Memories and what is kept about them, one shelf a kind. */
export class MemoryShelves {
  readonly ledgers = new Shelf<LedgerLine[]>(ledgerSource);
  readonly memories = new Shelf<MemoryText>(memorySource);
  readonly indexes = new Shelf<string>(memoryIndexSource);
  readonly proposals = new Shelf<Proposal[]>(proposalSource);

  get all(): Shelf<unknown>[] {
    return [this.ledgers, this.memories, this.indexes, this.proposals];
  }

  /** The lines of ledgers and proposals that cannot be used, and the memories and indexes of these sessions' projects. */
  attention(sessions: readonly Session[]): Attention[] {
    const directories = new Set(sessions.map(({ project }) => project.directory));
    const files = [...this.memories.entries(), ...this.indexes.entries()];
    const entries: ShelfEntry<unknown>[] = [
      ...this.ledgers.entries(),
      ...this.proposals.entries(),
      ...files.filter(({ directory }) => directories.has(directory)),
    ];
    return entries.flatMap(({ path, reading }) =>
      reading.problems.map((problem, i) => ({ path, problem, excerpt: reading.excerpts[i] ?? [], session: null })),
    );
  }

  /**
   * What is on the shelves, with the projects it belongs to. Ledger lines and proposals belong to their session's
   * project; where that is not known, and for files, it is the oldest project of the directory. A directory without
   * sessions is no project, so what lies in it is left out.
   */
  holdings(sessions: readonly Session[]): MemoryHoldings {
    const projectOf = new Map<string, Project>();
    const projectOfSession = new Map<string, Project>();
    // Newest first, so the oldest project of a directory is set last.
    for (const { id, project } of sessions) {
      projectOf.set(project.directory, project);
      projectOfSession.set(`${project.directory}\n${id}`, project);
    }
    const ofSession = <Line extends { session_id: string }>(
      entries: Iterable<ShelfEntry<Line[]>>,
    ): (Line & { project: Project })[] =>
      [...entries].flatMap(({ directory, good }) =>
        (good?.value ?? []).flatMap((line) => {
          const project = projectOfSession.get(`${directory}\n${line.session_id}`) ?? projectOf.get(directory);
          return project ? [{ ...line, project }] : [];
        }),
      );
    const files = [...this.memories.entries()].flatMap(({ directory, name, reading, stamp }) => {
      const project = projectOf.get(directory);
      if (!project || !isFile(reading)) return [];
      const text = reading.value ?? unreadText(faultOf(reading));
      return [{ project, file: name, fileDate: new Date(stamp.madeMs).toISOString(), text }];
    });
    const indexes = [...this.indexes.entries()].flatMap(({ directory, reading }) => {
      const project = projectOf.get(directory);
      if (!project || !isFile(reading)) return [];
      return [
        reading.value === null ? { project, text: '', fault: faultOf(reading) } : { project, text: reading.value },
      ];
    });
    return {
      changes: ofSession(this.ledgers.entries()),
      files,
      indexes,
      proposals: ofSession(this.proposals.entries()),
    };
  }
}

/** What is a directory or a pipe is no memory, whatever it is called; one that cannot be read is there all the same. */
function isFile({ problems }: Reading<unknown>): boolean {
  return problems.every(({ code }) => code !== 'CHRONICLE_NOT_A_FILE');
}

/** Why a file has no value, as the end of a sentence: `the file cannot be read (EACCES)`. */
function faultOf({ problems }: Reading<unknown>): string {
  const message = problems[0]?.message ?? 'It cannot be read.';
  return `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
