/**
 * The structure of a chronicle file: where its front matter, headings, events and their
 * details are. Reading and editing both start from here, so they cannot disagree.
 *
 *     ---                     front matter
 *     session_id: …
 *     ---
 *     ## Events               heading
 *     - 14:32 [ERROR] text    event …
 *       why                   … with one detail line
 *     ## Summary              heading
 *
 * All but suspects is told by ASCII alone, so a scan of bytes read as Latin-1 finds the same places: that is
 * how an edit keeps every byte of a file whose text is not even valid UTF-8.
 */
import { type EventLine, readEventLine } from './event-line.ts';
import { fenceEnds } from './fence.ts';
import { isBlank, isSpace, type Line, splitLines, trimmedEnd } from './lines.ts';

export interface Scan {
  lines: Line[];
  frontMatter: FrontMatterLines;
  blocks: Block[];
}

/** Line indexes of the two `---`; -1 where one is missing. The body begins after `close`. */
export interface FrontMatterLines {
  open: number;
  close: number;
}

/** `line` is a line index; a block ends before line `end`. Lines in no block are ordinary text. */
export type Block =
  | { kind: 'heading'; line: number; end: number; level: number; title: string }
  | { kind: 'event'; line: number; end: number; event: Extract<EventLine, { kind: 'event' }> }
  | { kind: 'suspect'; line: number; end: number; event: Exclude<EventLine, { kind: 'event' }> }
  | { kind: 'fence'; line: number; end: number }
  | { kind: 'open-fence'; line: number; end: number };

/** Finds the structure of any text, in time linear in its length. */
export function scan(text: string): Scan {
  const { lines, frontMatter } = scanFrontMatter(text);
  return { lines, frontMatter, blocks: findBlocks(text, lines, frontMatter.close + 1) };
}

/** Finds the front matter alone: for who asks whose file it is, or whether it is whole. */
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

/** `---` and nothing else; the first line may follow a byte order mark, as text or as Latin-1. */
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

/** Details are indented lines; blank ones among them belong to them. */
function detailsEnd(text: string, lines: Line[], from: number): number {
  let end = from;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i];
    if (!line || isBlank(text, line)) continue;
    if (!isSpace(text, line.start)) break;
    end = i + 1;
  }
  return end;
}

function headingAt(text: string, line: Line, i: number): Block | null {
  let at = line.start;
  while (text[at] === '#') at++;
  const level = at - line.start;
  if (level > 6 || (at < line.end && !isSpace(text, at))) return null;
  while (at < line.end && isSpace(text, at)) at++;
  return { kind: 'heading', line: i, end: i + 1, level, title: text.slice(at, titleEnd(text, at, line.end)) };
}

/** Marks that close a heading, as in `## Events ##`, are not of its title (CommonMark 0.31, 4.2). */
function titleEnd(text: string, start: number, lineEnd: number): number {
  const end = trimmedEnd(text, start, lineEnd);
  let marks = end;
  while (marks > start && text[marks - 1] === '#') marks--;
  return isSpace(text, marks - 1) ? trimmedEnd(text, start, marks) : end;
}
