import { type MemoryStanding, verdictWords } from '#src/memory/effect/memory-standing.ts';
import type { MemoryFile } from '#src/memory/ledger/memory-history.ts';
import { GROUP_STATES, type GroupState } from '#src/memory/misses/miss-group.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted, dayRange } from '#src/text/day.ts';
import { table } from '../terminal/table.ts';
import { plain } from '../terminal/text.ts';

/** A memory in a list: how it fares, and its file if it lies there. */
export interface ListedMemory {
  standing: MemoryStanding;
  file: MemoryFile | undefined;
}

const LONGEST_NAME = 60;

/** The memories that lie there, with how they fare, in the order of `standings`. */
export function listedMemories(standings: readonly MemoryStanding[], files: readonly MemoryFile[]): ListedMemory[] {
  const byName = new Map(files.map((file) => [`${file.project.directory}/${file.file}`, file]));
  return standings
    .filter(({ exists }) => exists)
    .map((standing) => ({
      standing,
      file: byName.get(`${standing.history.project.directory}/${standing.history.file}`),
    }));
}

/** A table with a line a memory: file, type, age, size, hits, misses before it and since, state of its mistakes, verdict. */
export function formatMemories(memories: readonly ListedMemory[], hasSeveral: boolean): string {
  if (memories.length === 0) return '';
  const project = hasSeveral ? ['PROJECT'] : [];
  const header = ['MEMORY', ...project, 'TYPE', 'WRITTEN', 'SIZE', 'HITS', 'MISSES', 'MISTAKE', 'VERDICT'];
  const listed = memories.map(({ standing, file }) => {
    const { history, hits, before, since } = standing;
    return [
      clip(oneLine(history.file), LONGEST_NAME),
      ...(hasSeveral ? [history.project.slug] : []),
      file?.text.type ?? 'no type',
      bornWords(standing),
      file ? (file.text.isUnread ? 'unreadable' : sizeWords(file)) : 'no file here',
      counted(hits.length, 'hit'),
      `${counted(before.length, 'miss', 'misses')} before, ${since.length} since`,
      stateOf(standing) ?? '-',
      verdictWords(standing),
    ];
  });
  return plain(table([header, ...listed]));
}

/** The files among them that cannot be read, with the reasons as ends of sentences. */
export function unreadIn(memories: readonly ListedMemory[]): { file: string; fault: string | null }[] {
  const files = memories.flatMap(({ file }) => (file?.text.isUnread ? [file] : []));
  return files.map(({ file, text }) => ({ file: oneLine(file), fault: text.fault }));
}

/** A memory for a script, without its text. */
export function memoryEntry({ standing, file }: ListedMemory): Record<string, unknown> {
  const { history, exists, hits, before, since, sessions, isBroken, effect } = standing;
  return {
    project: history.project.slug,
    file: history.file,
    exists,
    name: file?.text.name ?? null,
    description: file?.text.description ?? null,
    type: file?.text.type ?? null,
    bytes: file && !file.text.isUnread ? bytesOf(file) : null,
    fault: file?.text.fault ?? null,
    born: history.born?.at ?? null,
    bornIsFileDate: history.born?.isFileDate ?? false,
    hits: hits.length,
    missesBefore: before.length,
    missesSince: since.length,
    sessionsBefore: sessions.before,
    sessionsSince: sessions.since,
    isBroken,
    state: stateOf(standing),
    verdict: effect.verdict,
    because: effect.because,
  };
}

/** `4 Aug 2026`, `file date 4 Aug 2026` or `no date`. */
export function bornWords({ history: { born } }: MemoryStanding): string {
  if (!born) return 'no date';
  const day = born.at.slice(0, 10);
  return `${born.isFileDate ? 'file date ' : ''}${dayRange(day, day)}`;
}

/** `412 bytes`. */
export function sizeWords(file: MemoryFile): string {
  return counted(bytesOf(file), 'byte');
}

function bytesOf({ text }: MemoryFile): number {
  return Buffer.byteLength(text.raw);
}

/** The worst state of the mistakes a memory is meant to prevent; null if it has none. */
function stateOf({ groups }: MemoryStanding): GroupState | null {
  return GROUP_STATES.find((state) => groups.some((group) => group.state === state)) ?? null;
}
