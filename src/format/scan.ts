/**
 * Finds the front matter, headings, events and details in a chronicle file. Both reading and editing use it, so they cannot
 * disagree.
 *
 *     ---                     front matter
 *     session_id: …
 *     ---
 *     ## Events               heading
 *     - 14:32 [ERROR] text    event …
 *       why                   … with one detail line
 *     ## Summary              heading
 *
 * Everything except suspects is recognised by ASCII characters, so a scan of bytes read as Latin-1 finds the same places.
 * That is how an edit keeps every byte, even of a file that is not valid UTF-8.
 */
import { type EventLine, readEventLine } from './event.ts';

export interface Scan {
  lines: Line[];
  frontMatter: FrontMatterLines;
  blocks: Block[];
}

/** Line indexes of the two `---`, or -1. The body begins after `close`. */
export interface FrontMatterLines {
  open: number;
  close: number;
}

/** `line` and `end` are line indexes; a block ends before `end`. Lines outside all blocks are ordinary text. */
export type Block =
  | { kind: 'heading'; line: number; end: number; level: number; title: string }
  | { kind: 'event'; line: number; end: number; event: Extract<EventLine, { kind: 'event' }> }
  | { kind: 'suspect'; line: number; end: number; event: Exclude<EventLine, { kind: 'event' }> }
  | { kind: 'fence'; line: number; end: number }
  | { kind: 'open-fence'; line: number; end: number };

/** Scans any text in linear time. */
export function scan(text: string): Scan {
  const { lines, frontMatter } = scanFrontMatter(text);
  return { lines, frontMatter, blocks: findBlocks(text, lines, frontMatter.close + 1) };
}

/** Finds only the front matter: enough to tell whose file it is and whether it is complete. */
export function scanFrontMatter(text: string): Omit<Scan, 'blocks'> {
  const lines = splitLines(text);
  return { lines, frontMatter: findFrontMatter(text, lines) };
}

function findFrontMatter(text: string, lines: Line[]): FrontMatterLines {
  const first = lines[0];
  if (!first || !isMarker(text, first, 0)) return { open: -1, close: -1 };
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    if (line && isMarker(text, line, i)) return { open: 0, close: i };
  }
  return { open: 0, close: -1 };
}

/** Whether a line is exactly `---`. The first line may begin with a byte order mark, as text or as Latin-1. */
function isMarker(text: string, line: Line, index: number): boolean {
  const content = text.slice(line.start, trimmedEnd(text, line.start, line.end));
  return content === '---' || (index === 0 && (content === '\ufeff---' || content === '\u00ef\u00bb\u00bf---'));
}

function findBlocks(text: string, lines: Line[], first: number): Block[] {
  const blocks: Block[] = [];
  const fenceEnd = fenceEnds(text, lines);
  for (let i = first; i < lines.length; ) {
    const block = blockAt(text, lines, i, fenceEnd);
    if (block) blocks.push(block);
    i = block?.end ?? i + 1;
  }
  return blocks;
}

function blockAt(text: string, lines: Line[], i: number, fenceEnd: (index: number) => number | null): Block | null {
  const line = lines[i];
  if (!line || line.start === line.end) return null;
  const first = text[line.start];
  if (first === '#') return headingAt(text, line, i);
  const end = fenceEnd(i);
  if (end !== null) return end === -1 ? { kind: 'open-fence', line: i, end: i + 1 } : { kind: 'fence', line: i, end };
  if (isSpace(text, line.start) || !'-*+•[0123456789'.includes(first ?? ' ')) return null;
  const event = readEventLine(text.slice(line.start, line.end));
  if (!event) return null;
  if (event.kind !== 'event') return { kind: 'suspect', line: i, end: i + 1, event };
  return { kind: 'event', line: i, end: detailsEnd(text, lines, i + 1), event };
}

/** The end of an event's details: indented lines, and blank lines between them. */
export function detailsEnd(text: string, lines: Line[], from: number): number {
  let end = from;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i];
    if (!line || isBlank(text, line)) continue;
    if (!isSpace(text, line.start)) break;
    end = i + 1;
  }
  return end;
}

export function headingAt(text: string, line: Line, i: number): Extract<Block, { kind: 'heading' }> | null {
  let at = line.start;
  while (text[at] === '#') at++;
  const level = at - line.start;
  if (level > 6 || (at < line.end && !isSpace(text, at))) return null;
  while (at < line.end && isSpace(text, at)) at++;
  return { kind: 'heading', line: i, end: i + 1, level, title: text.slice(at, titleEnd(text, at, line.end)) };
}

/** Excludes closing marks, as in `## Events ##`, from the title (CommonMark 0.31, 4.2). */
function titleEnd(text: string, start: number, lineEnd: number): number {
  const end = trimmedEnd(text, start, lineEnd);
  let marks = end;
  while (marks > start && text[marks - 1] === '#') marks--;
  return isSpace(text, marks - 1) ? trimmedEnd(text, start, marks) : end;
}

/** A line of a text: `[start, end)` excludes the line break, and `next` is where the following line starts. */
export interface Line {
  start: number;
  end: number;
  next: number;
}

/** Splits a text at LF and CRLF. A final newline does not begin another line. Also works on bytes read as Latin-1. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const stop = newline === -1 ? text.length : newline;
    const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop;
    const next = newline === -1 ? text.length : newline + 1;
    lines.push({ start, end, next });
    start = next;
  }
  return lines;
}

/** Whether `[start, end)` contains only blanks and tabs. */
export function isBlank(text: string, { start, end }: Pick<Line, 'start' | 'end'>): boolean {
  return trimmedEnd(text, start, end) === start;
}

/**
 * The end of `[start, end)` without trailing blanks and tabs. Done by hand, because a pattern such as `[ \t]+$` takes
 * quadratic time, and `trim` removes more than ASCII.
 */
function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text, at - 1)) at--;
  return at;
}

/** Whether the character is a blank or a tab. */
function isSpace(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  return character === 0x20 || character === 0x09;
}

/** The line ending of a text's first line; LF if it has only one line. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

interface FenceMark {
  mark: '`' | '~';
  length: number;
  /** Whether nothing follows the marks, so that the line can close a fence. */
  bare: boolean;
}

/** For a line that opens a code fence: the index of the line after the fence, or -1 if it is never closed. Null for other lines. */
export function fenceEnds(text: string, lines: Line[]): (index: number) => number | null {
  const closers = longestClosers(text, lines);
  return (index) => {
    const open = fenceMark(text, lines[index]);
    if (!open) return null;
    if ((closers[open.mark][index + 1] ?? 0) < open.length) return -1;
    for (let i = index + 1; i < lines.length; i++) {
      const close = fenceMark(text, lines[i]);
      if (close?.bare && close.mark === open.mark && close.length >= open.length) return i + 1;
    }
    return -1;
  };
}

/**
 * The marks of a code fence (CommonMark 0.31, 4.5), but only without indent: indented marks belong to an event's details
 * and must not close a fence left open above.
 */
function fenceMark(text: string, line: Line | undefined): FenceMark | null {
  const mark = text[line?.start ?? -1];
  if (!line || (mark !== '`' && mark !== '~')) return null;
  const { length } = fenceMarks(text, line.start);
  const at = line.start + length;
  if (length < 3 || (mark === '`' && text.slice(at, line.end).includes(mark))) return null;
  return { mark, length, bare: isBlank(text, { start: at, end: line.end }) };
}

/** The marks of a fence that begins at this offset. */
export function fenceMarks(text: string, start: number): string {
  let end = start;
  while (text[end] === text[start]) end++;
  return text.slice(start, end);
}

/**
 * For each line, the length of the longest closing fence from there on. A longer opening fence is never closed, which saves
 * searching the rest of the file.
 */
function longestClosers(text: string, lines: Line[]) {
  const closers = { '`': new Uint32Array(lines.length + 1), '~': new Uint32Array(lines.length + 1) };
  for (let i = lines.length - 1; i >= 0; i--) {
    const mark = fenceMark(text, lines[i]);
    for (const kind of ['`', '~'] as const) {
      closers[kind][i] = Math.max(closers[kind][i + 1] ?? 0, mark?.bare && mark.mark === kind ? mark.length : 0);
    }
  }
  return closers;
}

export type SectionName = 'events' | 'summary';

/** The section that a heading opens, ignoring case, or null. */
export function sectionName(block: Block): SectionName | null {
  if (block.kind !== 'heading' || block.level !== 2) return null;
  const title = block.title.toLowerCase();
  return title === 'events' || title === 'summary' ? title : null;
}

/** Whether a block under "## Summary" begins the narrative, if there is one. */
export function isTitle(block: Block | undefined): block is Extract<Block, { kind: 'heading' }> {
  return block?.kind === 'heading' && block.level === 3;
}

/**
 * Tells the section of each line; call the result with ascending lines. Lines before any heading belong to `events`. Text
 * below an unknown heading belongs to the section before it. A repeated heading reopens its section, so nothing is lost.
 */
export function sectionAt(blocks: Block[]): (line: number) => SectionName {
  const starts = blocks.flatMap((block) => {
    const name = sectionName(block);
    return name ? [{ line: block.line, name }] : [];
  });
  let passed = 0;
  return (line) => {
    while ((starts[passed]?.line ?? Number.POSITIVE_INFINITY) <= line) passed++;
    return starts[passed - 1]?.name ?? 'events';
  };
}

/** The line after a heading's section: the next H1 or H2. */
export function sectionEnd({ blocks, lines }: Scan, heading: Block): number {
  return (
    blocks.find((block) => block.line > heading.line && block.kind === 'heading' && block.level <= 2)?.line ??
    lines.length
  );
}

/** The texts of the events in a range of lines. Adjacent events share one text; each text ends with a newline. */
export function eventRuns(text: string, structure: Scan, from: number, to: number): string[] {
  const runs: [number, number][] = [];
  for (const { kind, line, end } of structure.blocks) {
    if (kind !== 'event' || line < from || line >= to) continue;
    const last = runs.at(-1);
    if (last?.[1] === line) last[1] = end;
    else runs.push([line, end]);
  }
  return runs.map(([first, end]) =>
    withFinalNewline(text.slice(lineStart(text, structure, first), lineStart(text, structure, end)), lineEnding(text)),
  );
}

/** The text before a line. With `closing`, each fence left open in it is closed right after its first line. */
export function textBefore(text: string, structure: Scan, until: number, closing: boolean): string {
  const eol = lineEnding(text);
  let before = '';
  let at = 0;
  for (const { kind, line } of structure.blocks) {
    if (!closing || kind !== 'open-fence' || line >= until) continue;
    const next = lineStart(text, structure, line + 1);
    before += withFinalNewline(text.slice(at, next), eol) + fenceMarks(text, lineStart(text, structure, line)) + eol;
    at = next;
  }
  return before + text.slice(at, lineStart(text, structure, until));
}

/** The offset at which a line begins; the end of the text for a line after the last. */
export function lineStart(text: string, { lines }: Scan, index: number): number {
  return lines[index]?.start ?? text.length;
}

/** Adds a final line break if it is missing. An empty text stays empty. */
export function withFinalNewline(text: string, eol: string): string {
  return text === '' || text.endsWith('\n') ? text : text + eol;
}
