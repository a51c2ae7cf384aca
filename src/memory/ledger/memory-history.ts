import type { Project } from '#src/lib/project.ts';
import type { MemoryText } from '../memory-text.ts';
import type { Proposal } from '../proposals/proposal.ts';
import type { LedgerLine } from './ledger.ts';

/** A memory file on disk. */
export interface MemoryFile {
  project: Project;
  /** The file's name: `feedback_money.md`. */
  file: string;
  /** When the file was created according to the disk, UTC. */
  fileDate: string;
  text: MemoryText;
}

/** The index of a project's memories. */
export interface MemoryIndex {
  project: Project;
  /** Empty if unreadable. */
  text: string;
  /** Why it cannot be read, as the end of a sentence. */
  fault?: string;
}

/** A ledger's line, in its project. */
export interface MemoryChange extends LedgerLine {
  project: Project;
}

/** A proposal, in its project. */
export interface ProjectProposal extends Proposal {
  project: Project;
}

/** Everything known of one memory file, from the ledger and the disk. */
export interface MemoryHistory {
  project: Project;
  file: string;
  /** When it was first written, UTC: the first line of the ledger, else the date of the file; null if neither is known. */
  born: { at: string; isFileDate: boolean } | null;
  /** Oldest first. Empty if the ledger does not know it. */
  changes: MemoryChange[];
}

/** The history of every memory that the ledger or the disk knows. A repeated line counts once. */
export function memoryHistories(
  changes: readonly MemoryChange[],
  files: readonly Pick<MemoryFile, 'project' | 'file' | 'fileDate'>[],
): MemoryHistory[] {
  const histories = new Map<string, MemoryHistory>();
  const historyOf = (project: Project, file: string): MemoryHistory => {
    const key = `${project.slug}\n${file}`;
    const history = histories.get(key) ?? { project, file, born: null, changes: [] };
    histories.set(key, history);
    return history;
  };
  for (const change of inOrder(changes)) historyOf(change.project, change.file).changes.push(change);
  for (const history of histories.values()) {
    const [first] = history.changes;
    if (first) history.born = { at: first.at, isFileDate: first.dated === 'file' };
  }
  for (const { project, file, fileDate } of files) {
    const history = historyOf(project, file);
    history.born ??= { at: fileDate, isFileDate: true };
  }
  return [...histories.values()];
}

/** Ledgers of several machines may have the same line. */
function inOrder(changes: readonly MemoryChange[]): MemoryChange[] {
  const byId = new Map(changes.map((change) => [`${change.project.slug}\n${change.id}`, change]));
  // Lines of hooks have whole seconds. Within one, the order of the ledger counts.
  const second = ({ at }: MemoryChange) => Math.floor(Date.parse(at) / 1000);
  return [...byId.values()].sort((a, b) => second(a) - second(b));
}
