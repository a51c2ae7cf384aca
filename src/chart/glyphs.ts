import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { type Outline, TAG_LOOKS, TAG_ORDER, type Tag } from '#src/format/tags.ts';
import { isFound } from '#src/format/event-source.ts';
import { foundGlyph, glyphAddress } from './glyph-address.ts';
import { type Svg, svg } from './svg.ts';

export { foundGlyph, glyphAddress };

/** A tag, the tag of a found event, a miss despite a memory, the day a memory was written, or a line icon. */
export type Glyph = Tag | FoundGlyph | 'despite' | 'flag' | LineIcon;

/** Where an event comes from, and what a transcript shows besides events. They are grey: only tags have hues. */
export type LineIcon = keyof typeof LINE_ICONS;

export type FoundGlyph = `found-${Tag}`;

const DASHED = svg` stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.2 1.5"`;
/** Slightly filled, so that a hit is not mistaken for a miss. */
const HOLLOW = svg` fill-opacity=".2"${DASHED}`;
const OPEN = svg` fill="none" stroke="currentColor" stroke-width="1.9" stroke-dasharray="2.6 1.6"`;

const LINE_ICONS = {
  logged: svg`<path d="M10.8 2.6l2.6 2.6L5.6 13l-3.2.6.6-3.2Zm-1.7 1.7l2.6 2.6"/>`,
  proved: svg`<path d="M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.4-2.4a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l.9-.9"/>`,
  found: svg`<circle cx="6.8" cy="6.8" r="4.4"/><path d="M10.2 10.2 14 14"/>`,
  commit: svg`<circle cx="8" cy="8" r="3"/><path d="M.8 8H5m6 0h4.2"/>`,
  'pull-request': svg`<circle cx="4" cy="3.6" r="1.9"/><circle cx="4" cy="12.4" r="1.9"/><circle cx="12" cy="12.4" r="1.9"/><path d="M4 5.5v5m8 0V6.6a3 3 0 0 0-3-3H7.6"/>`,
  check: svg`<path d="M2.6 8.6l3.6 3.6 7.2-8" stroke-width="1.9"/>`,
  bookmark: svg`<path d="M4 2h8v12l-4-3.2L4 14Z"/>`,
  fold: svg`<path d="M2 8h12M5.2 3l2.8 2.6L10.8 3M5.2 13 8 10.4l2.8 2.6"/>`,
} satisfies Record<string, Svg>;

const SHAPES = new Map<Glyph, Svg>([
  ...TAG_ORDER.map((tag) => [tag, tagShape(tag)] as const),
  ...TAG_ORDER.map((tag) => [foundGlyph(tag), foundShape(tag)] as const),
  [
    'despite',
    svg`<circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="2.4"/><circle cx="8" cy="8" r="2.7"/>`,
  ],
  ['flag', svg`<path d="M2 1v15" stroke="currentColor" stroke-width="2"/><path d="M2 1h12l-3.5 3.7L14 8.5H2Z"/>`],
  ...Object.entries(LINE_ICONS).map(([name, shape]) => [name as LineIcon, lineIcon(shape)] as const),
]);

/** The glyph of an event: its tag's, hollow if it was found in a transcript. */
export function eventGlyph(event: Pick<ChronicleEvent, 'tag' | 'details' | 'found'>): Tag | FoundGlyph {
  return isFound(event) ? foundGlyph(event.tag) : event.tag;
}

/** Glyphs as SVG symbols. */
export function glyphSymbols(glyphs: readonly Glyph[]): Svg {
  return svg`<svg class="symbols" aria-hidden="true" width="0" height="0">${glyphs.map(
    (glyph) =>
      svg`<symbol id="g-${glyph}" viewBox="0 0 16 16" fill="currentColor">${SHAPES.get(glyph) ?? svg``}</symbol>`,
  )}</svg>`;
}

/** All glyphs. */
export const GLYPHS: readonly Glyph[] = [...SHAPES.keys()];

/** All glyphs as SVG symbols, once per page. */
export const GLYPH_SYMBOLS: Svg = glyphSymbols(GLYPHS);

function lineIcon(shape: Svg): Svg {
  return svg`<g fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round">${shape}</g>`;
}

function tagShape(tag: Tag): Svg {
  const { shape, line } = TAG_LOOKS[tag];
  if (!line) return outlined(shape, svg``);
  const ends = (line.round ?? []).map((end) => svg` stroke-${end}="round"`);
  return outlined(shape, svg` fill="none" stroke="currentColor" stroke-width="${line.width}"${ends}`);
}

/** The hollow glyph of a found event: recognizable without colour. */
function foundShape(tag: Tag): Svg {
  const { shape, line, found = shape } = TAG_LOOKS[tag];
  return outlined(found, line ? OPEN : HOLLOW);
}

function outlined(outline: Outline, attributes: Svg): Svg {
  if ('path' in outline) return svg`<path d="${outline.path}"${attributes}/>`;
  return svg`${outline.circles.map((radius) => svg`<circle cx="8" cy="8" r="${radius}"${attributes}/>`)}`;
}
