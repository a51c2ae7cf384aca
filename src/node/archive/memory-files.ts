import type { Attention, Session } from '#src/chronicle/session.ts';
import { type LedgerLine, parseLedger } from '#src/memory/ledger/ledger.ts';
import type { MemoryChange, MemoryFile, MemoryIndex, ProjectProposal } from '#src/memory/ledger/memory-history.ts';
import { type MemoryText, unreadText } from '#src/memory/memory-text.ts';
import { type Proposal, parseProposals } from '#src/memory/proposals/proposal.ts';
import {
  CHRONICLE_FOLDER,
  INDEX_FILE,
  isLedgerName,
  MEMORY_FOLDER,
  PROPOSALS_FILE,
  RECORDS_FOLDER,
} from '#src/project/paths.ts';
import type { Project } from '#src/project/project.ts';
import type { ArchiveIndex } from './archive-index.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import { readMemoryText } from './read-memory-text.ts';
import type { FileContent } from './read-source.ts';
import type { Source } from './source.ts';

/** What lies in the archive about memories, in the projects it belongs to. */
export interface MemorySnapshot {
  changes: MemoryChange[];
  files: MemoryFile[];
  indexes: MemoryIndex[];
  /** In the order in which they were filed. */
  proposals: ProjectProposal[];
}

/** What was done to a project's memories. A file synchroniser may have left a second ledger beside the first. */
const ledgerSource: Source<LedgerLine[]> = {
  kind: 'ledger',
  list: { folder: `*/${CHRONICLE_FOLDER}`, isMember: isLedgerName },
  isOfLines: true,
  parse: parseLedger,
};

/** Claude Code's memories. MEMORY.md is the index of them, not one itself. */
const memorySource: Source<MemoryText> = {
  kind: 'memory',
  list: {
    folder: `*/${MEMORY_FOLDER}`,
    isMember: (name) => name.endsWith('.md') && !name.startsWith('.') && name !== INDEX_FILE,
  },
  parse: (text) => ({ value: readMemoryText(text), problems: [] }),
};

/** The index of a project's memories, as its text. */
const memoryIndexSource: Source<string> = {
  kind: 'memory index',
  list: { folder: `*/${MEMORY_FOLDER}`, isMember: (name) => name === INDEX_FILE },
  parse: (text) => ({ value: text, problems: [] }),
};

/** What was proposed for a project's memories, decided or not. */
const proposalSource: Source<Proposal[]> = {
  kind: 'proposal',
  list: { folder: `*/${RECORDS_FOLDER}`, isMember: (name) => name === PROPOSALS_FILE },
  isOfLines: true,
  parse: parseProposals,
};

/** Memories and what is kept about them. */
export const memorySources: readonly Source<unknown>[] = [
  ledgerSource,
  memorySource,
  memoryIndexSource,
  proposalSource,
];

/** The lines of ledgers and proposals that cannot be used, and the memories and indexes of these sessions' projects. */
export function memoryAttention(index: ArchiveIndex, sessions: readonly Session[]): Attention[] {
  const directories = new Set(sessions.map(({ project }) => project.directory));
  const files = [...index.files(memorySource), ...index.files(memoryIndexSource)];
  return attentionTo([
    ...index.files(ledgerSource),
    ...index.files(proposalSource),
    ...files.filter(({ directory }) => directories.has(directory)),
  ]);
}

/**
 * The contents of the files, with the projects they belong to. Ledger lines and proposals belong to their session's
 * project; where that is not known, and for files, it is the oldest project of the directory. A directory without
 * sessions is no project, so what lies in it is left out.
 */
export function memorySnapshot(index: ArchiveIndex, sessions: readonly Session[]): MemorySnapshot {
  const projectOf = new Map<string, Project>();
  const projectOfSession = new Map<string, Project>();
  // Newest first, so the oldest project of a directory is set last.
  for (const { id, project } of sessions) {
    projectOf.set(project.directory, project);
    projectOfSession.set(`${project.directory}\n${id}`, project);
  }
  const ofSession = <Line extends { session_id: string }>(
    entries: readonly StoredFile<Line[]>[],
  ): (Line & { project: Project })[] =>
    entries.flatMap(({ directory, good }) =>
      (good?.value ?? []).flatMap((line) => {
        const project = projectOfSession.get(`${directory}\n${line.session_id}`) ?? projectOf.get(directory);
        return project ? [{ ...line, project }] : [];
      }),
    );
  const files = index.files(memorySource).flatMap(({ directory, name, content, stamp }) => {
    const project = projectOf.get(directory);
    if (!project || !isFile(content)) return [];
    const text = content.value ?? unreadText(faultOf(content));
    return [{ project, file: name, fileDate: new Date(stamp.madeMs).toISOString(), text }];
  });
  const indexes = index.files(memoryIndexSource).flatMap(({ directory, content }) => {
    const project = projectOf.get(directory);
    if (!project || !isFile(content)) return [];
    return [content.value === null ? { project, text: '', fault: faultOf(content) } : { project, text: content.value }];
  });
  return {
    changes: ofSession(index.files(ledgerSource)),
    files,
    indexes,
    proposals: ofSession(index.files(proposalSource)),
  };
}

/** What is a directory or a pipe is no memory, whatever it is called; one that cannot be read is there all the same. */
function isFile({ problems }: FileContent<unknown>): boolean {
  return problems.every(({ code }) => code !== 'CHRONICLE_NOT_A_FILE');
}

/** Why a file has no value, as the end of a sentence: `the file cannot be read (EACCES)`. */
function faultOf({ problems }: FileContent<unknown>): string {
  const message = problems[0]?.message ?? 'It cannot be read.';
  return `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
