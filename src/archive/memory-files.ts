import { problemAt } from '#src/format/problem.ts';
import type { Attention, Session } from '#src/format/session.ts';
import type { Project } from '#src/lib/project.ts';
import {
  type HistoryLine,
  type MemoryChange,
  type MemoryFile,
  type MemoryIndex,
  parseHistory,
} from '#src/memory/history.ts';
import { parseProposals, type ProjectProposal, type Proposal } from '#src/memory/proposals.ts';
import { type MemoryText, unreadText } from '#src/memory/memory-text.ts';
import {
  CHRONICLE_FOLDER,
  copiedName,
  INDEX_FILE,
  isHistoryName,
  MEMORY_FOLDER,
  PROPOSALS_FILE,
  RECORDS_FOLDER,
} from '#src/lib/paths.ts';
import { attentionTo, type FileIndex, type StoredFile } from './file-index.ts';
import { readMemoryText } from '#src/memory/memory-files.ts';
import type { FileContent } from './read-source.ts';
import type { Source } from '#src/memory/source.ts';

/** Memory files, their history and proposals, by project. */
export interface MemorySnapshot {
  changes: MemoryChange[];
  files: MemoryFile[];
  indexes: MemoryIndex[];
  /** In the order they were made. */
  proposals: ProjectProposal[];
}

/** The changes of a project's memories. There may be several histories, as file synchronisers leave copies. */
const historySource: Source<HistoryLine[]> = {
  kind: 'ledger',
  list: { folder: `*/${CHRONICLE_FOLDER}`, isMember: isHistoryName },
  isOfLines: true,
  parse: parseHistory,
};

/** Claude Code's memory files, without their index MEMORY.md. */
const memorySource: Source<MemoryText> = {
  kind: 'memory',
  list: {
    folder: `*/${MEMORY_FOLDER}`,
    isMember: (name) => name.endsWith('.md') && !name.startsWith('.') && name !== INDEX_FILE,
  },
  parse: (text) => ({ value: readMemoryText(text), problems: [] }),
};

/** The text of a project's MEMORY.md. */
const memoryIndexSource: Source<string> = {
  kind: 'memory index',
  list: { folder: `*/${MEMORY_FOLDER}`, isMember: (name) => name === INDEX_FILE },
  parse: (text) => ({ value: text, problems: [] }),
};

/** The proposals for a project's memories, decided or not. */
const proposalSource: Source<Proposal[]> = {
  kind: 'proposal',
  list: {
    folder: `*/${RECORDS_FOLDER}`,
    isMember: (name) => name === PROPOSALS_FILE || copiedName(name) === PROPOSALS_FILE,
  },
  isOfLines: true,
  parse: parseProposals,
};

/** The sources of memories and of the records about them. */
export const memorySources: readonly Source<unknown>[] = [
  historySource,
  memorySource,
  memoryIndexSource,
  proposalSource,
];

/** The problems in histories, proposals, and the memories and indexes of these sessions' projects. */
export function memoryAttention(index: FileIndex, sessions: readonly Session[]): Attention[] {
  const directories = new Set(sessions.map(({ project }) => project.directory));
  const files = [...index.files(memorySource), ...index.files(memoryIndexSource)];
  const shown = files.filter(({ directory }) => directories.has(directory));
  const lines = [...index.files(historySource), ...index.files(proposalSource)];
  return [...attentionTo([...lines, ...shown]), ...conflictCopies(lines, true), ...conflictCopies(shown, false)];
}

/** The second versions that file synchronisers leave. A name alone is not enough: the first version must be there. */
function conflictCopies(files: readonly StoredFile<unknown>[], areLines: boolean): Attention[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, name }) => {
    const original = originalOf(path, name, paths);
    if (original === null) return [];
    const problem = problemAt('CHRONICLE_CONFLICT_COPY', 1, 1, original, areLines);
    return [{ path, problem, excerpt: [], session: null }];
  });
}

function originalOf(path: string, name: string, paths: ReadonlySet<string>): string | null {
  const copied = copiedName(name);
  if (copied === null) return null;
  const original = `${path.slice(0, path.length - name.length)}${copied}`;
  return paths.has(original) ? original : null;
}

/**
 * The contents of the files with their projects. History lines and proposals belong to the project of their session. If
 * that is unknown, and for files, it is the oldest project of the directory. Directories without sessions are skipped. What
 * several archives or conflict copies have is taken once: a line by its id, a file by its name, from the first archive.
 */
export function memorySnapshot(index: FileIndex, sessions: readonly Session[]): MemorySnapshot {
  const projectOf = new Map<string, Project>();
  // Newest first, so the oldest project of a directory is set last.
  for (const { project } of sessions) projectOf.set(project.directory, project);
  const histories = index.files(historySource);
  const proposals = index.files(proposalSource);
  const lines = [...histories, ...proposals].flatMap(({ good }): { session_id: string }[] => good?.value ?? []);
  const named = new Set(lines.map(({ session_id }) => session_id));
  const projectOfSession = new Map<string, Project>();
  for (const { id, project } of sessions)
    if (named.has(id)) projectOfSession.set(`${project.directory}\n${id}`, project);
  const ofSession = <Line extends { id: string; session_id: string }>(
    entries: readonly StoredFile<Line[]>[],
    isNewer: (line: Line, than: Line) => boolean,
  ): (Line & { project: Project })[] => {
    const lines = new Map<string, Line & { project: Project }>();
    for (const { directory, good } of entries)
      for (const line of good?.value ?? []) {
        const project = projectOfSession.get(`${directory}\n${line.session_id}`) ?? projectOf.get(directory);
        const key = `${directory}\n${line.id}`;
        const known = lines.get(key);
        if (project && (!known || isNewer(line, known))) lines.set(key, { ...line, project });
      }
    return [...lines.values()];
  };
  const memories = index.files(memorySource);
  const paths = new Set(memories.map(({ path }) => path));
  const files = firstOfEach(memories).flatMap(({ path, directory, name, content, stamp }) => {
    const project = projectOf.get(directory);
    if (!project || !isFile(content) || originalOf(path, name, paths) !== null) return [];
    const text = content.value ?? unreadText(faultOf(content));
    return [{ project, file: name, fileDate: new Date(stamp.madeMs).toISOString(), text }];
  });
  const indexes = firstOfEach(index.files(memoryIndexSource)).flatMap(({ directory, content }) => {
    const project = projectOf.get(directory);
    if (!project || !isFile(content)) return [];
    return [content.value === null ? { project, text: '', fault: faultOf(content) } : { project, text: content.value }];
  });
  return {
    changes: ofSession(histories, () => false),
    files,
    indexes,
    proposals: ofSession(proposals, (line, than) => lastDecision(line) > lastDecision(than)),
  };
}

/** A project's files by their names, from the first archive that has them. */
function firstOfEach<Value>(files: readonly StoredFile<Value>[]): StoredFile<Value>[] {
  const first = new Map<string, StoredFile<Value>>();
  for (const file of files) {
    const key = `${file.directory}\n${file.name}`;
    if (!first.has(key)) first.set(key, file);
  }
  return [...first.values()];
}

/** When somebody last decided about a proposal; empty if nobody did. */
function lastDecision({ decided, undone }: Proposal): string {
  return undone ?? decided ?? '';
}

/** Whether it is a file, readable or not. A directory or pipe with the name of a memory does not count. */
function isFile({ problems }: FileContent<unknown>): boolean {
  return problems.every(({ code }) => code !== 'CHRONICLE_NOT_A_FILE');
}

/** Why a file is not usable, as the end of a sentence: `the file cannot be read (EACCES)`. */
function faultOf({ problems }: FileContent<unknown>): string {
  const message = problems[0]?.message ?? 'It cannot be read.';
  return `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
}
