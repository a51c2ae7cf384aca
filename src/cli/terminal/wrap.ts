import widthOfAny from 'fast-string-width';
import { joined, plain, type StyledSpan, spansOf, styled, type Text } from './text.ts';

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
  return width(plain(text));
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

/** A word with the blanks before it. A command in backticks is part of one word. */
const WORDS = /([ \t]*)((?:`[^`\n]*`|[^ \t])+)/g;

/**
 * A text broken at words into lines of at most `columns`. Line ends in it stay; a word that is wider has a line of its
 * own; a command between backticks is not broken.
 */
export function wrap(text: Text, columns: number, { indent = 0, start }: WrapOptions = {}): Text {
  const spans = spansOf(text);
  const margin = ' '.repeat(start ?? indent);
  const lines: Text[] = [];
  const add = (from: number, end: number) => {
    const before = lines.length === 0 && start !== undefined ? '' : margin;
    lines.push(joined([before, slice(spans, from, end)], ''));
  };
  let begin = 0;
  for (const paragraph of plain(text).split('\n')) {
    let [from, end, used] = [begin, begin, margin.length];
    for (const { 0: piece, 1: blanks = '', 2: word = '', index } of paragraph.matchAll(WORDS)) {
      const size = width(word);
      if (end > from && used + blanks.length + size > columns) {
        add(from, end);
        from = begin + index + blanks.length;
        used = margin.length;
      } else used += blanks.length;
      used += size;
      end = begin + index + piece.length;
    }
    add(from, end);
    begin += paragraph.length + 1;
  }
  return joined(lines);
}

/** A text cut to `columns`, the last of them an ellipsis; the text itself if it fits. */
export function cut(text: Text, columns: number): Text {
  if (widthOf(text) <= columns) return text;
  let [used, end] = [1, 0];
  for (const character of plain(text)) {
    used += width(character);
    if (used > columns) break;
    end += character.length;
  }
  return joined([slice(spansOf(text), 0, end), '…'], '');
}

/** A part of a text by its characters, with their styles. */
function slice(spans: readonly StyledSpan[], from: number, end: number): Text {
  let at = 0;
  const parts = spans.flatMap(({ text, styles }) => {
    const part = text.slice(Math.max(0, from - at), Math.max(0, end - at));
    at += text.length;
    return part === '' ? [] : [styled(styles, part)];
  });
  return joined(parts, '');
}
