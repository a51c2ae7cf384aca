import { oneLine } from './clip.ts';

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
