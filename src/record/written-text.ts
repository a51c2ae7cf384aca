/**
 * Text that the agent gives to a command on stdin, checked before it becomes part of a chronicle:
 * nothing may be taken later for another event, another heading or the machine's own words.
 */
import type { WrittenNarrative } from '../chronicle/edit-narrative.ts';
import type { Line } from '../chronicle/lines.ts';
import { type Block, scan } from '../chronicle/scan.ts';
import { isTitle } from '../chronicle/section.ts';
import { isMachineLine } from '../chronicle/summary.ts';
import { isTag, nearestTag, numberOfTags, TAGS, type Tag } from '../chronicle/tags.ts';

/** More than this in one event or summary is not a note any more (bytes of UTF-8, roughly). */
const LONGEST = 64 * 1024;

export interface WrittenEvent {
  text: string;
  details: string;
}

/** The tag somebody named, in any case; or the sentence that refuses it. */
export function readTag(word: string | undefined): { tag: Tag } | { refusal: string } {
  const tag = word?.toUpperCase() ?? '';
  if (isTag(tag)) return { tag };
  if (word === undefined) return { refusal: `chronicle log needs a tag: ${TAGS.join(', ')}.` };
  const nearest = nearestTag(word);
  return {
    refusal: `${word} is not one of the ${numberOfTags()} tags. ${nearest ? `Did you mean ${nearest}?` : `They are ${TAGS.join(', ')}.`}`,
  };
}

/** An event's first line and details from stdin; or the sentence that refuses it. */
export function readEventText(input: string): WrittenEvent | { refusal: string } {
  const refusal = refuse(input, 'event');
  if (refusal) return { refusal };
  const [first = '', ...rest] = clean(input).split('\n');
  return { text: first.trim(), details: withoutBlankStart(rest.join('\n')) };
}

/** A summary from stdin; or the sentence that refuses it. */
export function readSummaryText(input: string): { text: string } | { refusal: string } {
  const refusal = refuse(input, 'summary');
  if (refusal) return { refusal };
  const text = clean(input);
  const structure = refuseStructure(text, 'summary');
  return structure ? { refusal: structure } : { text };
}

/** A retro's narrative from stdin, `lead` null if it begins with its `### Title`; or the sentence that refuses it. */
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
      refusal: 'The narrative has no title. Begin it with a line "### Title", and put the lead, if any, before.',
    };
  const title = heading.title.trim();
  if (title === '') return { refusal: `Line ${heading.line} of the narrative is a title without words.` };
  const story = text.slice((lines[heading.line]?.next ?? 0) - 1).trim();
  if (story === '') return { refusal: 'The narrative has a title and no text below it.' };
  const lead = text.slice(0, (lines[heading.line]?.start ?? 0) - 1).trim();
  return { lead: lead === '' ? null : lead, title, text: story };
}

function refuse(text: string, what: string): string | null {
  if (text.trim() === '') return `There is no text on stdin. Put the ${what} into a quoted heredoc: <<'EOF' … EOF.`;
  if (text.length > LONGEST)
    return `The ${what} is longer than 64 KiB. Write what matters and name the file that holds the rest.`;
  if (text.includes('\0'))
    return `The ${what} holds a NUL character, which would make the file unreadable. Leave it out.`;
  return null;
}

function refuseStructure(text: string, what: string): string | null {
  // With an empty line before it, no text is taken for front matter; a block's index is then its line number.
  const { blocks, lines } = scan(`\n${text}`);
  for (const block of blocks) {
    const at = `Line ${block.line} of the ${what}`;
    if (block.kind === 'heading' && block.level <= 2)
      return `${at} is a heading of the first or second level. Use ### or plain text.`;
    if (block.kind === 'event')
      return `${at} looks like an event. Log it with chronicle log, or write it without the tag.`;
  }
  const underlined = lines.findIndex((line, i) => isUnderline(text, lines[i - 1], line) && !isInBlock(blocks, i));
  if (underlined !== -1)
    return `Line ${underlined} of the ${what} makes a heading of the line above it. Put an empty line before it, or use ### for a heading.`;
  const machine = lines.findIndex(({ start, end }) => start > 0 && isMachineLine(text.slice(start - 1, end - 1)));
  if (machine !== -1)
    return `Line ${machine} of the ${what} begins with "Auto-generated:", which marks the machine's own. Begin it otherwise.`;
  return null;
}

/** Whether Markdown takes a line of `===` or `---` for the underline of a heading (CommonMark 4.3); `text` is one character behind the lines. */
function isUnderline(text: string, above: Line | undefined, { start, end }: Line): boolean {
  if (!above || above.start === 0) return false;
  const before = text.slice(above.start - 1, above.end - 1);
  // Below an item of a list or a quote it is a rule.
  return /^ {0,3}(?:=+|-+)[ \t\r]*$/.test(text.slice(start - 1, end - 1)) && /^ {0,3}[^\s>#*+=-]/.test(before);
}

function isInBlock(blocks: readonly Block[], line: number): boolean {
  return blocks.some((block) => block.line <= line && line < block.end);
}

/** Put beside other text, an open fence would hide all that follows it. */
function refuseOpenFence(text: string): string | null {
  const open = scan(`\n${text}`).blocks.find(({ kind }) => kind === 'open-fence');
  return open
    ? `Line ${open.line} of the narrative opens a code fence that is never closed. Close it with the same marks.`
    : null;
}

/** Without blanks at the end, blank lines at the beginning, and carriage returns at line ends. */
function clean(input: string): string {
  // The look behind keeps a long run of them from being tried at each of its characters.
  return withoutBlankStart(input.replace(/(?<!\r)\r+\n/g, '\n')).trimEnd();
}

function withoutBlankStart(text: string): string {
  return text.replace(/^\s*\n/, '');
}
