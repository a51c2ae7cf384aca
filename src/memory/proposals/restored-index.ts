import { indexEntries, withoutEntry } from '../memory-index.ts';

interface UndoneChange {
  file: string;
  /** MEMORY.md before and after the change; null for none. */
  before: string | null;
  after: string | null;
  /** Whether the memory is gone once the change is undone. */
  isGone: boolean;
}

/**
 * The index with a change's own lines undone and all other lines unchanged: lines that it wrote are removed or get their
 * old text, and lines that it removed come back at the end. A line that somebody has rewritten since stays, unless its
 * memory is gone.
 */
export function restoredIndex(index: string | null, { file, before, after, isGone }: UndoneChange): string | null {
  const [old, young] = [ownLines(before, file), ownLines(after, file)];
  const lost = old.filter((line) => !young.includes(line));
  const lines = (index ?? '').split(/(?<=\n)/);
  for (const added of young.filter((line) => !old.includes(line))) {
    const at = lines.findIndex((line) => wordsOf(line) === added);
    const words = lost[0];
    if (at < 0) continue;
    if (words === undefined) lines.splice(at, 1);
    else lines[at] = words + (lines[at] ?? '').slice(added.length);
    lost.shift();
  }
  const text = isGone ? withoutEntry(lines.join(''), file) : lines.join('');
  const isMissing = !isGone && lost.length > 0 && ownLines(text, file).length === 0;
  if (isMissing) return lost.reduce(withLine, text);
  return index === null ? null : text;
}

function withLine(text: string, line: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text === '' || text.endsWith('\n') ? text : text + eol}${line}${eol}`;
}

/** The lines that point to a file, without line breaks. */
function ownLines(text: string | null, file: string): string[] {
  const lines = (text ?? '').split(/(?<=\n)/).map(wordsOf);
  const numbers = new Set(indexEntries(text ?? '').flatMap((entry) => (entry.file === file ? [entry.line] : [])));
  return lines.filter((_, i) => numbers.has(i + 1));
}

function wordsOf(line: string): string {
  return line.replace(/\r?\n$/, '');
}
