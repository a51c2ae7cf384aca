import widthOfAny from 'fast-string-width';
import { joined, type StyledSpan, spansOf, styled, type Text } from './text.ts';

/** Lines longer than this are hard to read, however wide the terminal is. */
const MEASURE = 100;
/** Help reads the same in files, pages and terminals. Also the width of a terminal that does not know its own. */
export const HELP_WIDTH = 80;

/** The width for running text on a terminal of `columns`: at most 100; unlimited where there is no terminal. */
export function measureOf(columns: number): number {
  return columns === Number.POSITIVE_INFINITY ? columns : Math.min(columns, MEASURE);
}

/** How many columns a text takes in a terminal; wide characters take two. */
export function widthOf(text: Text): number {
  return width(
    spansOf(text)
      .map((span) => span.text)
      .join(''),
  );
}

const PLAIN = /^[ -~]*$/;

/** Of plain text without the library, which first compiles what it knows of emoji: that takes longer than to print an answer. */
function width(text: string): number {
  return PLAIN.test(text) ? text.length : widthOfAny(text);
}

interface WrapOptions {
  /** Spaces before each line. */
  indent?: number;
  /** The column at which the text begins, if something is already on its first line. */
  start?: number;
}

/**
 * A text broken at words into lines of at most `columns`. Line ends in it stay; a word that is wider has a line of its
 * own; a command between backticks is not broken.
 */
export function wrap(text: Text, columns: number, { indent = 0, start }: WrapOptions = {}): Text {
  const lines: Text[] = [];
  const margin = ' '.repeat(start ?? indent);
  for (const paragraph of paragraphsOf(spansOf(text))) {
    let current: Text[] = lines.length === 0 && start !== undefined ? [] : [margin];
    let used = margin.length;
    let isEmpty = true;
    for (const { spaces, spans, size } of wordsOf(paragraph)) {
      if (!isEmpty && used + spaces + size > columns) {
        lines.push(joined(current, ''));
        current = [margin];
        used = margin.length;
      } else {
        current.push(' '.repeat(spaces));
        used += spaces;
      }
      current.push(...spans.map(textOf));
      used += size;
      isEmpty = false;
    }
    lines.push(joined(current, ''));
  }
  return joined(lines);
}

/** A text cut to `columns`, the last of them an ellipsis; the text itself if it fits. */
export function cut(text: Text, columns: number): Text {
  if (widthOf(text) <= columns) return text;
  const kept: Text[] = [];
  let used = 1;
  for (const { text: piece, styles } of spansOf(text)) {
    let part = '';
    for (const character of piece) {
      used += width(character);
      if (used > columns) return joined([...kept, textOf({ text: part, styles }), '…'], '');
      part += character;
    }
    kept.push(textOf({ text: part, styles }));
  }
  return joined(kept, '');
}

interface Word {
  /** Blanks before it. */
  spaces: number;
  spans: StyledSpan[];
  size: number;
}

function paragraphsOf(spans: readonly StyledSpan[]): StyledSpan[][] {
  const paragraphs: StyledSpan[][] = [[]];
  for (const { text, styles } of spans) {
    const [first = '', ...more] = text.split('\n');
    paragraphs.at(-1)?.push({ text: first, styles });
    for (const part of more) paragraphs.push([{ text: part, styles }]);
  }
  return paragraphs;
}

// A command in backticks, a blank, or the beginning of a word.
const PIECES = /`[^`\n]*`|[ \t]+|[^ \t`]+|`/g;

/** The words of a line. A word may change its style within. */
function wordsOf(spans: readonly StyledSpan[]): Word[] {
  const words: Word[] = [];
  let spaces = 0;
  let isOpen = false;
  for (const { text, styles } of spans) {
    for (const [piece] of text.matchAll(PIECES)) {
      if (/^[ \t]/.test(piece)) {
        spaces += piece.length;
        isOpen = false;
        continue;
      }
      const last = words.at(-1);
      if (isOpen && last) {
        last.spans.push({ text: piece, styles });
        last.size += width(piece);
      } else {
        words.push({ spaces, spans: [{ text: piece, styles }], size: width(piece) });
        spaces = 0;
        isOpen = true;
      }
    }
  }
  return words;
}

function textOf({ text, styles }: StyledSpan): Text {
  return styled(styles, text);
}
