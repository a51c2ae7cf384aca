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
import { type EventLine, readEventLine } from './event-line.ts';
import { fenceEnds } from './fence.ts';
import { isBlank, isSpace, type Line, splitLines, trimmedEnd } from './lines.ts';

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
