/**
 * Checks text that the agent passes on stdin before it becomes part of a chronicle: no part of it may later be read as
 * another event, another heading or a machine summary.
 */
import type { WrittenNarrative } from '../format/edit.ts';
import { type Block, isTitle, type Line, scan } from '../format/scan.ts';
import { isMachineLine } from '../format/read.ts';
import { isTag, nearestTag, TAGS, type Tag } from '../format/tags.ts';

/** The longest event or summary (UTF-16 units, roughly bytes). */
const LONGEST = 64 * 1024;

export interface WrittenEvent {
  text: string;
  details: string;
}

/** Reads a tag, ignoring case; on failure returns a sentence that says why. */
export function readTag(word: string | undefined): { tag: Tag } | { refusal: string } {
  const tag = word?.toUpperCase() ?? '';
  if (isTag(tag)) return { tag };
  if (word === undefined) return { refusal: `chronicle log needs a tag: ${TAGS.join(', ')}.` };
  const nearest = nearestTag(word);
  return {
    refusal: `There is no tag ${word}. ${nearest ? `Did you mean ${nearest}?` : `The tags are ${TAGS.join(', ')}.`}`,
  };
}

/** Reads an event's first line and details; on failure returns a sentence that says why. */
export function readEventText(input: string): WrittenEvent | { refusal: string } {
  const refusal = refuse(input, 'event');
  if (refusal) return { refusal };
  const [first = '', ...rest] = clean(input).split('\n');
  return { text: first.trim(), details: withoutBlankStart(rest.join('\n')) };
}

/** Reads a summary; on failure returns a sentence that says why. */
export function readSummaryText(input: string): { text: string } | { refusal: string } {
  const refusal = refuse(input, 'summary');
  if (refusal) return { refusal };
  const text = clean(input);
  const structure = refuseStructure(text, 'summary');
  return structure ? { refusal: structure } : { text };
}

/** Reads a retrospective's narrative; `lead` is null if it begins with its `### Title`. On failure returns a sentence that says why. */
export function readNarrativeText(input: string): WrittenNarrative | { refusal: string } {
  const refusal = refuse(input, 'narrative');
  if (refusal) return { refusal };
  const text = clean(input);
  const structure = refuseStructure(text, 'narrative') ?? refuseOpenFence(text);
  if (structure) return { refusal: structure };
  const { blocks, lines } = scan(`\n${text}`);
  const heading = blocks.find(isTitle);
  if (!heading)
    return {
      refusal: 'The narrative has no title. Add a line "### Title"; a lead, if there is one, goes before it.',
    };
  const title = heading.title.trim();
  if (title === '') return { refusal: `Line ${heading.line} of the narrative is an empty title.` };
  const story = text.slice((lines[heading.line]?.next ?? 0) - 1).trim();
  if (story === '') return { refusal: 'The narrative has no text below its title.' };
  const lead = text.slice(0, (lines[heading.line]?.start ?? 0) - 1).trim();
  return { lead: lead === '' ? null : lead, title, text: story };
}

function refuse(text: string, what: string): string | null {
  if (text.trim() === '') return `There is no text on stdin. Pass the ${what} in a quoted heredoc: <<'EOF' … EOF.`;
  if (text.length > LONGEST)
    return `The ${what} is longer than 64 KiB. Keep what matters, put the rest in a file, and name the file.`;
  if (text.includes('\0'))
    return `The ${what} contains a NUL character, which would make the file unreadable. Remove it.`;
  return null;
}

function refuseStructure(text: string, what: string): string | null {
  // The empty line in front keeps the text from being read as front matter, and makes a block's index its line number.
  const { blocks, lines } = scan(`\n${text}`);
  for (const block of blocks) {
    const at = `Line ${block.line} of the ${what}`;
    if (block.kind === 'heading' && block.level <= 2)
      return `${at} is a level ${block.level} heading. Use ### or plain text.`;
    if (block.kind === 'event')
      return `${at} looks like an event. Log it with chronicle log, or write it without the tag.`;
  }
  const underlined = lines.findIndex((line, i) => isUnderline(text, lines[i - 1], line) && !isInBlock(blocks, i));
  if (underlined !== -1)
    return `Line ${underlined} of the ${what} turns the line above it into a heading. Put an empty line before it, or use ### for a heading.`;
  const machine = lines.findIndex(({ start, end }) => start > 0 && isMachineLine(text.slice(start - 1, end - 1)));
  if (machine !== -1)
    return `Line ${machine} of the ${what} begins with "Auto-generated:", which marks machine summaries. Reword it.`;
  return null;
}

/** Whether a line of `===` or `---` underlines a heading (CommonMark 4.3). Offsets in `lines` are one larger than in `text`. */
function isUnderline(text: string, above: Line | undefined, { start, end }: Line): boolean {
  if (!above || above.start === 0) return false;
  const before = text.slice(above.start - 1, above.end - 1);
  // Below a list item or a quote it is a horizontal rule.
  return /^ {0,3}(?:=+|-+)[ \t\r]*$/.test(text.slice(start - 1, end - 1)) && /^ {0,3}[^\s>#*+=-]/.test(before);
}

function isInBlock(blocks: readonly Block[], line: number): boolean {
  return blocks.some((block) => block.line <= line && line < block.end);
}

/** An open fence would swallow all text after it in the file. */
function refuseOpenFence(text: string): string | null {
  const open = scan(`\n${text}`).blocks.find(({ kind }) => kind === 'open-fence');
  return open
    ? `Line ${open.line} of the narrative opens a code fence that is never closed. Close it with the same marks.`
    : null;
}

/** Removes blanks at the end, blank lines at the beginning, and carriage returns at line ends. */
function clean(input: string): string {
  // The lookbehind keeps the match linear in a long run of carriage returns.
  return withoutBlankStart(input.replace(/(?<!\r)\r+\n/g, '\n')).trimEnd();
}

function withoutBlankStart(text: string): string {
  return text.replace(/^\s*\n/, '');
}
