import { clip } from '../text/clip.ts';
import type { Drawing } from './drawing.ts';
import { type Glyph, glyphAddress, glyphSymbols, TAG_ORDER } from './glyphs.ts';
import { LIGHT, paint, tagPaint } from './standalone-style.ts';
import { type Svg, svg } from './svg.ts';

/** Around the drawing: the names of weekdays stand left of it, numbers right of it. */
const LEFT = 44;
const RIGHT = 32;
const TOP = 56;
const BOTTOM = 20;
const LEGEND_LINE = 22;
/** An average letter at 11 pixels, on the wide side: what a file is shown with is not known. */
const LETTER = 6.4;
const TITLE_LETTER = 9;
const SWATCH = 20;
const BETWEEN = 18;

/**
 * A drawing as an SVG file that needs nothing around it: its size in pixels, its title and legend
 * written into it, literal colours on light paper, the symbols that it uses, and no links.
 */
export function standalone(drawing: Drawing, width = 960): string {
  const { items, lines } = legend(drawing, width - LEFT - RIGHT);
  const height = TOP + drawing.height + lines * LEGEND_LINE + BOTTOM;
  const content = svg`${[drawing, ...items]}`;
  const title = clip(drawing.title, Math.floor(width / TITLE_LETTER));
  const file = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="11" fill="${LIGHT['ink-3'] ?? ''}"><title>${drawing.title}</title><desc>${drawing.description}</desc>${usedSymbols(content)}<rect class="fill-paper" width="100%" height="100%"/><text class="fill-ink" x="${LEFT - 32}" y="30" font-size="15" font-weight="600">${title}</text><svg x="${LEFT}" y="${TOP}" width="${width - LEFT - RIGHT}" height="${drawing.height}" overflow="visible">${content}</svg></svg>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${painted(unlinked(file.markup))}\n`;
}

const GLYPHS: readonly Glyph[] = [...TAG_ORDER, 'despite', 'flag'];

/** In a drawing, text and attributes are escaped: nothing but its own tags and attributes matches. */
function unlinked(markup: string): string {
  const open = markup.replace(
    /<a\b([^>]*)>/g,
    (_, attributes: string) => `<g${attributes.replace(/ (?:href|tabindex)="[^"]*"/g, '')}>`,
  );
  return open.replaceAll('</a>', '</g>');
}

function painted(markup: string): string {
  return markup
    .replace(/ class="([^"]*)"/g, (_, names: string) => names.split(' ').map(paint).join(''))
    .replace(/ data-tag="([^"]*)"/g, (_, tag: string) => tagPaint(tag));
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
