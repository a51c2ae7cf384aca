import { clip, oneLine } from './clip.ts';

// Control characters except tab and newline, including the ones that begin escape sequences, and characters that reorder or
// hide text: https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Makes untrusted text safe for a terminal: unprintable and reordering characters become `\u{…}`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/**
 * Control characters except tab and newline; soft hyphens, fillers and other invisible characters
 * (https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point); characters that reorder or hide text
 * (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing); and tags and selectors, which can spell out hidden
 * text: https://www.unicode.org/charts/PDF/UE0000.pdf
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u2069\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0d]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/** Joins two emoji into one. */
const JOINER = '\u200d';
const ENDS_EMOJI = /(?:\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}])$/u;

/** Untrusted text without invisible characters. Lines end in newlines, and unpaired surrogates become U+FFFD. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, (hidden, at: number, whole: string) =>
      hidden === JOINER && ENDS_EMOJI.test(whole.slice(Math.max(0, at - 2), at)) ? hidden : '',
    );
}

/** A text on one line, without invisible or reordering characters: safe for front matter. */
export function visibleLine(text: string): string {
  return oneLine(visibleText(text.replace(/[\u0085\u2028\u2029]/g, ' ')));
}

/** Escape sequences of terminals: colours, titles, movements of the cursor. */
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]{0,2000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,8}[0-~]/g;

/** What a program printed, without what only a terminal understands and without invisible characters. */
export function printedText(text: string): string {
  return visibleText(text.replace(SEQUENCE, ''));
}

/**
 * Fillers, soft hyphens, selectors and tags: they show nothing, and tags can spell out hidden text.
 * `src/lib/text/plain.ts` knows all of them, but needs a newer Node than hooks do.
 */
const INVISIBLE =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufff0-\ufffb]|[\u180b-\u180f]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;
const UNPAIRED = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Three or more open a fence. */
const FENCE = /`{3,}|~{3,}/g;
/** Longer texts are cut before anything else is done with them (UTF-16 units for each character that is kept). */
const SLACK = 8;

/**
 * Untrusted text for a model to read, on one line of at most `longest` characters: no character that is invisible,
 * reorders the text or controls a terminal, no tag that could end the frame around it, and no code fence.
 */
export function neutralLine(text: string, longest: number): string {
  const line = printable(oneLine(text.slice(0, longest * SLACK)).replace(INVISIBLE, ''))
    .replace(UNPAIRED, '\ufffd')
    .replace(FENCE, (marks) => (marks.startsWith('`') ? "'''" : '~~'))
    .replaceAll('<', '‹')
    .replaceAll('>', '›');
  return clip(line, longest);
}

/** A piece of plain text, or what stood between two backticks. */
export interface TextSpan {
  text: string;
  isCode: boolean;
}

/**
 * Splits plain text at `code` in backticks, which people type in prompts. Everything else stays as it was typed: a prompt is
 * not Markdown.
 */
export function codeSpans(text: string): TextSpan[] {
  return text
    .split(/(?<![`\w])`([^`\n]{1,200})`(?![`\w])/)
    .map((part, index) => ({ text: part, isCode: index % 2 === 1 }))
    .filter((span) => span.text !== '');
}

/** About as many characters as fit on a line of running text. */
const LINE = 72;
/** The most lines that are shown without being asked for. */
const MOST_LINES = 9;

/** Whether a plain text is longer than a page shows at once, by its length and by its lines. */
export function isLongText(text: string, most = MOST_LINES): boolean {
  if (text.length > most * LINE) return true;
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE)), 0) > most;
}

/** The number of words in a text. */
export function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’._/-]*/gu)?.length ?? 0;
}

/** Words per minute that adults read of English non-fiction: https://doi.org/10.1016/j.jml.2019.104047 */
const PACE = 238;

/** The reading time of a text with this many words, in minutes; at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PACE));
}

/** How many tokens a text takes, as observational memory and claude-mem estimate it: four characters each. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
