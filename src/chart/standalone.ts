import { clip } from '../lib/text/clip.ts';
import type { Drawing } from './drawing.ts';
import { GLYPHS, glyphAddress, glyphSymbols } from './glyphs.ts';
import { DARK, LIGHT, type Palette, paint, tagPaint } from './standalone-style.ts';
import { type Svg, svg } from './svg.ts';

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

/** The appearance of a file. */
export interface FileForm {
  /** In units of the drawing, in which text is 11 high. */
  width: number;
  /** Pixels per unit. */
  scale: number;
  theme: 'light' | 'dark';
  /** CSS font families. */
  font: string;
}

/** For a file viewed by itself. */
const PLAIN: FileForm = { width: 960, scale: 1, theme: 'light', font: 'sans-serif' };

/** For a picture in a post: 1600 pixels wide, with text still legible on a phone at 360, in the font of its PNG. */
const IN_A_POST: FileForm = {
  width: 640,
  scale: 2.5,
  theme: 'light',
  font: 'Inter, "Helvetica Neue", Arial, sans-serif',
};

/**
 * A drawing as a self-contained SVG file, with its size in pixels, title, legend, literal colours and the symbols it
 * uses, but no links. With a `form`, such as `{ theme: 'dark' }`, it is a picture for a post with those changes.
 */
export function standalone(drawing: Drawing, form: Partial<FileForm> = PLAIN): string {
  const { width, theme, scale, font } = { ...IN_A_POST, ...form };
  const palette = theme === 'dark' ? DARK : LIGHT;
  if (drawing.width !== null) return picture(drawing, drawing.width, palette, font);
  const { items, lines } = legend(drawing, width - LEFT - RIGHT);
  const height = TOP + drawing.height + lines * LEGEND_LINE + BOTTOM;
  const content = svg`${[drawing, ...items]}`;
  const title = clip(drawing.title, Math.floor(width / TITLE_LETTER));
  const box = scale === 1 ? svg`` : svg` viewBox="0 0 ${width} ${height}"`;
  // Elements without a colour are black, which fits only the light theme.
  const ink = theme === 'light' ? svg`` : svg` color="${palette.ink ?? ''}"`;
  const file = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}"${box} role="img" font-family="${font}" font-size="11" fill="${palette['ink-3'] ?? ''}"${ink}><title>${drawing.title}</title><desc>${drawing.description}</desc>${usedSymbols(content)}<rect class="fill-paper" width="100%" height="100%"/><text class="fill-ink" x="${LEFT - 32}" y="30" font-size="15" font-weight="600">${title}</text><svg x="${LEFT}" y="${TOP}" width="${width - LEFT - RIGHT}" height="${drawing.height}" overflow="visible">${content}</svg></svg>`;
  return fileOf(file, palette);
}

/** A picture of a fixed size, which has its own title and margins. */
function picture(drawing: Drawing, width: number, palette: Palette, font: string): string {
  const { title, description, height } = drawing;
  const file = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${font}" fill="${palette['ink-3'] ?? ''}"><title>${title}</title><desc>${description}</desc>${usedSymbols(drawing)}<rect class="fill-paper" width="100%" height="100%"/>${drawing}</svg>`;
  return fileOf(file, palette);
}

function fileOf({ markup }: Svg, palette: Palette): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${painted(unlinked(markup), palette)}\n`;
}

/** Replaces links by groups. Text and attributes are escaped, so only the drawing's own tags match. */
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
