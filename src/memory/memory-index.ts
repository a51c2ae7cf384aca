/**
 * MEMORY.md, the index that Claude Code loads into each session: one line a memory, and only the first 200 lines and
 * 25,000 bytes of it (2.1.329).
 *
 *     - [Money in cents](feedback_money.md) — amounts are integers
 */
export const INDEX_LINES = 200;
export const INDEX_BYTES = 25_000;

/** A line of the index that points to a file beside it. */
export interface IndexEntry {
  /** From 1. */
  line: number;
  title: string;
  /** `feedback_money.md`. */
  file: string;
  /** What follows the link, without the dash. */
  hook: string;
}

const ENTRY =
  /^([ \t]*[-*+][ \t]+)\[([^\]]*)\]\((?:\.\/)?([^()\s/\\]+\.md)\)(?:[ \t]*(?:[-\u2013\u2014:]+[ \t]*)?(.*))?$/u;

/** The entries of an index, in its order. Lines that are none are not mentioned. */
export function indexEntries(text: string): IndexEntry[] {
  return linesOf(text).flatMap((line, i) => {
    const [, , title = '', file, hook = ''] = ENTRY.exec(line) ?? [];
    return file === undefined ? [] : [{ line: i + 1, title, file: decoded(file), hook: hook.trim() }];
  });
}

/** How large an index is against what is loaded of it. `past` is the number of lines that are not. */
export function indexSize(text: string): { lines: number; bytes: number; past: number } {
  const lines = linesOf(text);
  let bytes = 0;
  let loaded = 0;
  for (const line of lines) {
    bytes += byteLength(line) + 1;
    if (loaded < INDEX_LINES && bytes <= INDEX_BYTES + 1) loaded++;
  }
  return { lines: lines.length, bytes: byteLength(text), past: lines.length - loaded };
}

/** The index with the entry of a file put at its end, or in the place of the one it has. Keeps all other lines as they are. */
export function withEntry(text: string, { title, file, hook }: Omit<IndexEntry, 'line'>): string {
  const entry = `[${plain(title).replace(/[[\]]/g, '')}](${encoded(file)})${hook === '' ? '' : ` \u2014 ${plain(hook)}`}`;
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const known = indexEntries(text).find((each) => each.file === file);
  if (!known) return `${text === '' || text.endsWith('\n') ? text : text + eol}- ${entry}${eol}`;
  const lines = text.split(/(?<=\n)/);
  const before = lines[known.line - 1] ?? '';
  const bullet = ENTRY.exec(before.trimEnd())?.[1] ?? '- ';
  lines[known.line - 1] = bullet + entry + (/\r?\n$/.exec(before)?.[0] ?? '');
  return lines.join('');
}

/** The index without the lines that point to a file. */
export function withoutEntry(text: string, file: string): string {
  const gone = new Set(indexEntries(text).flatMap((entry) => (entry.file === file ? [entry.line] : [])));
  return text
    .split(/(?<=\n)/)
    .filter((_, i) => !gone.has(i + 1))
    .join('');
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** A link's address may hold no blank and no bracket. */
function encoded(file: string): string {
  return encodeURI(file).replaceAll('(', '%28').replaceAll(')', '%29');
}

function decoded(file: string): string {
  try {
    return decodeURI(file);
  } catch {
    return file;
  }
}

/** One line, without what a list or a link is made of. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
