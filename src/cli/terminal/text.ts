/**
 * Text for a terminal, in which words can have a style. It stays a value until it is printed: only `printResult` and
 * `say` turn it into characters, so untrusted text never brings an escape sequence to the terminal.
 *
 *     printResult(io, line`${dim(event.id)}  ${tagged(event.tag)}  ${event.text}`);
 */
import { inspect } from 'node:util';
import { TAG_LOOKS, type Tag } from '#src/format/tags.ts';
import { printable } from '#src/lib/text/plain.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'redBright' | 'gray';

export type Text = string | StyledText;

class StyledText {
  readonly parts: readonly Text[];
  readonly style: Style | undefined;

  constructor(parts: readonly Text[], style?: Style) {
    this.parts = parts;
    this.style = style;
  }

  /** In a plain string it is plain text. */
  toString(): string {
    return plain(this);
  }
}

/** A text in several styles, the outermost first. */
export function styled(styles: readonly Style[], text: Text): Text {
  return styles.reduceRight<Text>((inner, style) => new StyledText([inner], style), text);
}

export const bold = (text: Text): Text => styled(['bold'], text);
/** Ids, paths and times: what the eye may skip. */
export const dim = (text: Text): Text => styled(['dim'], text);
/** Problems. */
export const red = (text: Text): Text => styled(['red'], text);
/** Warnings. */
export const yellow = (text: Text): Text => styled(['yellow'], text);
/** Success. */
export const green = (text: Text): Text => styled(['green'], text);
/** Commands the reader can type. */
export const cyan = (text: Text): Text => styled(['cyan'], text);

/** A text in the colour of a tag; the tag itself by default. */
export function tagged(tag: Tag, text: Text = tag): Text {
  return styled([TAG_LOOKS[tag].terminal], text);
}

/** A template whose values may have a style. */
export function line(strings: TemplateStringsArray, ...values: readonly (Text | number)[]): Text {
  return joined(
    strings.flatMap((string, i) => {
      const value = values[i];
      return value === undefined ? [string] : [string, typeof value === 'number' ? String(value) : value];
    }),
    '',
  );
}

/** Texts with a separator between them, a line end by default. */
export function joined(texts: readonly Text[], separator = '\n'): Text {
  if (texts.length === 0) return '';
  return new StyledText(texts.flatMap((text, i) => (i === 0 || separator === '' ? [text] : [separator, text])));
}

/** The text without styles, as it prints where there is no colour. */
export function plain(text: Text): string {
  return spansOf(text)
    .map((span) => span.text)
    .join('');
}

/** A piece of text in one set of styles, printable. */
export interface StyledSpan {
  text: string;
  styles: readonly Style[];
}

/** The text in pieces, each in the styles around it, with everything a terminal could obey made visible. */
export function spansOf(text: Text, styles: readonly Style[] = []): StyledSpan[] {
  if (typeof text === 'string') return text === '' ? [] : [{ text: printable(text), styles }];
  const inner = text.style === undefined ? styles : [...styles, text.style];
  return text.parts.flatMap((part) => spansOf(part, inner));
}

/** The characters to write. Without colour, styles are left out. */
export function rendered(text: Text, hasColour: boolean): string {
  if (!hasColour) return plain(text);
  return spansOf(text)
    .map(({ text, styles }) => styles.reduceRight((inner, style) => inStyle(style, inner), text))
    .join('');
}

function inStyle(style: Style, text: string): string {
  const [open, close] = inspect.colors[style] ?? [0, 0];
  return `\x1b[${open}m${text}\x1b[${close}m`;
}
