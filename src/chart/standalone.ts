import { clip } from '../text/clip.ts';
import type { Drawing } from './drawing.ts';
import { GLYPHS, glyphAddress, glyphSymbols } from './glyphs.ts';
import { DARK, LIGHT, type Palette, paint, tagPaint } from './standalone-style.ts';
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

/** How a file looks. */
export interface FileForm {
  /** In the units of the drawing, whose letters are 11 high. */
  width: number;
  /** Pixels of a unit. */
  scale: number;
  /** The paper it lies on. */
  theme: 'light' | 'dark';
  /** CSS font families; the first that is there is used. */
  font: string;
}

/** A file to look at by itself. */
const PLAIN: FileForm = { width: 960, scale: 1, theme: 'light', font: 'sans-serif' };

/** A picture in a post: 1600 pixels, its letters large enough where a phone shows it at 360; in the font that its PNG is drawn with. */
const IN_A_POST: FileForm = {
  width: 640,
  scale: 2.5,
  theme: 'light',
  font: 'Inter, "Helvetica Neue", Arial, sans-serif',
};

/**
 * A drawing as an SVG file that needs nothing around it: its size in pixels, its title and legend
 * written into it, literal colours on its paper, the symbols that it uses, and no links. With a `form`, such as
 * `{ theme: 'dark' }`, it is a picture for a post, but for what the form says.
 */
export function standalone(drawing: Drawing, form: Partial<FileForm> = PLAIN): string {
  const { width, theme, scale, font } = { ...IN_A_POST, ...form };
  const palette = theme === 'dark' ? DARK : LIGHT;
  const { items, lines } = legend(drawing, width - LEFT - RIGHT);
  const height = TOP + drawing.height + lines * LEGEND_LINE + BOTTOM;
  const content = svg`${[drawing, ...items]}`;
  const title = clip(drawing.title, Math.floor(width / TITLE_LETTER));
  const box = scale === 1 ? svg`` : svg` viewBox="0 0 ${width} ${height}"`;
  // What has no colour of its own is black, which is ink on light paper alone.
  const ink = theme === 'light' ? svg`` : svg` color="${palette.ink ?? ''}"`;
  const file = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}"${box} role="img" font-family="${font}" font-size="11" fill="${palette['ink-3'] ?? ''}"${ink}><title>${drawing.title}</title><desc>${drawing.description}</desc>${usedSymbols(content)}<rect class="fill-paper" width="100%" height="100%"/><text class="fill-ink" x="${LEFT - 32}" y="30" font-size="15" font-weight="600">${title}</text><svg x="${LEFT}" y="${TOP}" width="${width - LEFT - RIGHT}" height="${drawing.height}" overflow="visible">${content}</svg></svg>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${painted(unlinked(file.markup), palette)}\n`;
}

/** In a drawing, text and attributes are escaped: nothing but its own tags and attributes matches. */
function unlinked(markup: string): string {
  const open = markup.replace(
    /<a\b([^>]*)>/g,
    (_, attributes: string) => `<g${attributes.replace(/ (?:href|tabindex)="[^"]*"/g, '')}>`,
  );
  return open.replaceAll('</a>', '</g>');
}

function painted(markup: string, palette: Palette): string {
  return markup
    .replace(/ class="([^"]*)"/g, (_, names: string) =>
      names
        .split(' ')
        .map((name) => paint(name, palette))
        .join(''),
    )
    .replace(/ data-tag="([^"]*)"/g, (_, tag: string) => tagPaint(tag, palette));
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
