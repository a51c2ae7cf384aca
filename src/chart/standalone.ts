import { isTag, TAG_LOOKS, TAGS, tagWord } from '#src/format/tags.ts';
import { clip } from '#src/lib/text/clip.ts';
import type { Drawing } from './drawing.ts';
import { GLYPHS, glyphAddress, glyphSymbols } from './glyphs.ts';
import { type Svg, svg } from './svg.ts';

/** The colours of drawings in files: the light ones of `site/styles/site.css`, with which a test compares them. */
export const COLOURS: Readonly<Record<string, string>> = {
  paper: '#fbfaf6',
  sunk: '#f3f1e9',
  ink: '#1d1b16',
  'ink-2': '#4f4b43',
  'ink-3': '#6b665b',
  rule: '#e2ddd0',
  'rule-2': '#cbc5b5',
  ...Object.fromEntries(TAGS.map((tag) => [tagWord(tag), TAG_LOOKS[tag].light])),
  repeat: '#d8976d',
  first: '#bdb6a6',
};

/** Margins around the drawing, with room for weekdays on the left and numbers on the right. */
const LEFT = 44;
const RIGHT = 32;
const TOP = 56;
const BOTTOM = 20;
const LEGEND_LINE = 22;
/** The average width of a letter at 11 pixels, rather wide because the font is unknown. */
const LETTER = 6.4;
const TITLE_LETTER = 9;
const SWATCH = 20;
const BETWEEN = 18;

/** The size of a file: 1600 pixels wide, with text of 11 units still legible on a phone at 360. */
const WIDTH = 640;
const SCALE = 2.5;
/** The font of its PNG. */
const FONT = 'Inter, "Helvetica Neue", Arial, sans-serif';

/** A drawing as a self-contained SVG file, with its title, legend, literal colours and the symbols it uses, but no links. */
export function standalone(drawing: Drawing): string {
  const width = WIDTH - LEFT - RIGHT;
  const { items, lines } = legend(drawing, width);
  const height = TOP + drawing.height + lines * LEGEND_LINE + BOTTOM;
  const content = svg`${[drawing, ...items]}`;
  const title = clip(drawing.title, Math.floor(WIDTH / TITLE_LETTER));
  const file = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${height * SCALE}" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="${FONT}" font-size="11" fill="var(--ink-3)"><title>${drawing.title}</title><desc>${drawing.description}</desc>${usedSymbols(content)}<rect fill="var(--paper)" width="100%" height="100%"/><text fill="var(--ink)" x="${LEFT - 32}" y="30" font-size="15" font-weight="600">${title}</text><svg x="${LEFT}" y="${TOP}" width="${width}" height="${drawing.height}" overflow="visible">${content}</svg></svg>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${painted(unlinked(file.markup))}\n`;
}

/** Replaces links by groups. Text and attributes are escaped, so only the drawing's own tags match. */
function unlinked(markup: string): string {
  const open = markup.replace(
    /<a\b([^>]*)>/g,
    (_, attributes: string) => `<g${attributes.replace(/ (?:href|tabindex)="[^"]*"/g, '')}>`,
  );
  return open.replaceAll('</a>', '</g>');
}

/** Writes colours in full: not every SVG renderer reads a style element, and a content security policy may forbid it. */
function painted(markup: string): string {
  return markup
    .replace(/ class="[^"]*"/g, '')
    .replaceAll('font-family="var(--mono)"', 'font-family="monospace"')
    .replace(/="var\(--([\w-]+)\)"/g, (_, token: string) => `="${COLOURS[token] ?? 'currentColor'}"`)
    .replace(/ data-tag="([^"]*)"/g, (_, tag: string) => (isTag(tag) ? ` color="${COLOURS[tagWord(tag)]}"` : ''));
}

function usedSymbols({ markup }: Svg): Svg {
  return glyphSymbols(GLYPHS.filter((glyph) => markup.includes(`href="${glyphAddress(glyph)}"`)));
}

function legend({ legend: entries, height }: Drawing, width: number): { items: Svg[]; lines: number } {
  let [x, line] = [0, 0];
  const items = entries.map(({ swatch, words }) => {
    const length = SWATCH + words.length * LETTER + BETWEEN;
    if (x > 0 && x + length > width) [x, line] = [0, line + 1];
    const y = height + LEGEND_LINE * (line + 1);
    const item = svg`<svg x="${x}" y="${y - 11}">${swatch}<text x="${SWATCH}" y="11">${words}</text></svg>`;
    x += Math.round(length);
    return item;
  });
  return { items, lines: entries.length === 0 ? 0 : line + 1 };
}
