import { type MemoryStanding, ruleState } from '#src/memory/standings.ts';
import type { MemoryFile } from '#src/memory/history.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { table } from '../terminal/table.ts';
import { dim, green, red, type Text } from '../terminal/text.ts';

/** A memory in a list: its effect, and its file if there is one. */
export interface ListedMemory {
  standing: MemoryStanding;
  file: MemoryFile | undefined;
}

const LONGEST_NAME = 60;
/** A narrower terminal has no room for the type. */
const WIDE = 100;

/** The existing memories, in the order of `standings`. */
export function listedMemories(standings: readonly MemoryStanding[], files: readonly MemoryFile[]): ListedMemory[] {
  const byName = new Map(files.map((file) => [`${file.project.directory}/${file.file}`, file]));
  return standings
    .filter(({ exists }) => exists)
    .map((standing) => ({
      standing,
      file: byName.get(`${standing.history.project.directory}/${standing.history.file}`),
    }));
}

/** A table of memories with their hits, misses before and since, and states. */
export function formatMemories(memories: readonly ListedMemory[], hasSeveral: boolean, width: number): Text {
  const project = hasSeveral ? ['Project'] : [];
  const hasType = width >= WIDE;
  const head = ['Memory', ...project, ...(hasType ? ['Type'] : []), 'Written', 'Hits', 'Misses', 'State'];
  const rows = memories.map(({ standing, file }): Text[] => {
    const { history, hits, before, since } = standing;
    return [
      clip(oneLine(history.file), LONGEST_NAME),
      ...(hasSeveral ? [history.project.name] : []),
      ...(hasType ? [typeText(file)] : []),
      dim(bornWords(standing)),
      String(hits.length),
      `${before.length} → ${since.length}${nowWords(standing)}`,
      stateText(standing),
    ];
  });
  return table(rows, { head, right: [head.indexOf('Hits')], width });
}

/** ` (1 since 26 Oct 2026)`: the misses since a rule was strengthened, if it was missed before that. */
function nowWords({ since, now }: MemoryStanding): string {
  if (now === null || now.how === 'written' || since.length === 0) return '';
  const day = now.at.slice(0, 10);
  return ` (${now.misses.length} since ${dayRange(day, day)})`;
}

function typeText(file: MemoryFile | undefined): Text {
  if (!file) return 'no file here';
  return file.text.isUnread ? red('unreadable') : (file.text.type ?? 'no type');
}

/** A rule's state in its colour; `words` may be another form of it. */
export function stateText(standing: MemoryStanding, words: string = ruleState(standing)): Text {
  const state = ruleState(standing);
  return state === 'broken' ? red(words) : state === 'holds' ? green(words) : words;
}

/** The unreadable files among them, with the reasons as ends of sentences. */
export function unreadIn(memories: readonly ListedMemory[]): { file: string; fault: string | null }[] {
  const files = memories.flatMap(({ file }) => (file?.text.isUnread ? [file] : []));
  return files.map(({ file, text }) => ({ file: oneLine(file), fault: text.fault }));
}

/** A memory for a script, without its text. */
export function memoryEntry({ standing, file }: ListedMemory): Record<string, unknown> {
  const { history, exists, hits, before, since, now, sessions, isBroken, effect } = standing;
  return {
    project: history.project.name,
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
    lastWritten: now?.at ?? null,
    missesSinceLastWritten: now?.misses.length ?? null,
    sessionsBefore: sessions.before,
    sessionsSince: sessions.since,
    isBroken,
    state: ruleState(standing),
    verdict: effect.verdict,
    because: effect.because,
  };
}

/** `4 Aug 2026`, `4 Aug 2026 (file date)` or `no date`. */
export function bornWords({ history: { born } }: MemoryStanding): string {
  if (!born) return 'no date';
  const day = born.at.slice(0, 10);
  return `${dayRange(day, day)}${born.isFileDate ? ' (file date)' : ''}`;
}

/** `412 bytes`. */
export function sizeWords(file: MemoryFile): string {
  return counted(bytesOf(file), 'byte');
}

function bytesOf({ text }: MemoryFile): number {
  return Buffer.byteLength(text.raw);
}
