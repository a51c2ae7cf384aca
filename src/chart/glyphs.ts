import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { type Outline, TAG_LOOKS, TAG_ORDER, type Tag } from '../chronicle/tags.ts';
import { type Svg, svg } from './svg.ts';

/** A tag, the tag of an unconfirmed event, a miss despite a memory, or the day a memory was written. */
export type Glyph = Tag | CandidateGlyph | 'despite' | 'flag';

export type CandidateGlyph = `candidate-${Tag}`;

const DASHED = svg` stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.2 1.5"`;
/** Slightly filled, so that a hit is not mistaken for a miss. */
const HOLLOW = svg` fill-opacity=".2"${DASHED}`;
const OPEN = svg` fill="none" stroke="currentColor" stroke-width="1.9" stroke-dasharray="2.6 1.6"`;

const SHAPES = new Map<Glyph, Svg>([
  ...TAG_ORDER.map((tag) => [tag, tagShape(tag)] as const),
  ...TAG_ORDER.map((tag) => [candidateGlyph(tag), candidateShape(tag)] as const),
  [
    'despite',
    svg`<circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="2.4"/><circle cx="8" cy="8" r="2.7"/>`,
  ],
  ['flag', svg`<path d="M2 1v15" stroke="currentColor" stroke-width="2"/><path d="M2 1h12l-3.5 3.7L14 8.5H2Z"/>`],
]);

/** The glyph of an event: its tag's, dashed if it is unconfirmed. */
export function eventGlyph(event: Pick<ChronicleEvent, 'tag' | 'details'>): Tag | CandidateGlyph {
  return isCandidate(event) ? candidateGlyph(event.tag) : event.tag;
}

/** The glyph of a tag's unconfirmed events. */
export function candidateGlyph(tag: Tag): CandidateGlyph {
  return `candidate-${tag}`;
}

/** The address of a glyph for `<use>`, on pages with `GLYPH_SYMBOLS`. */
export function glyphAddress(glyph: Glyph): string {
  return `#g-${glyph}`;
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

function tagShape(tag: Tag): Svg {
  const { shape, line } = TAG_LOOKS[tag];
  if (!line) return outlined(shape, svg``);
  const ends = (line.round ?? []).map((end) => svg` stroke-${end}="round"`);
  return outlined(shape, svg` fill="none" stroke="currentColor" stroke-width="${line.width}"${ends}`);
}

/** The dashed glyph of an unconfirmed event: recognizable without colour. */
function candidateShape(tag: Tag): Svg {
  const { shape, line, candidate = shape } = TAG_LOOKS[tag];
  return outlined(candidate, line ? OPEN : HOLLOW);
}

function outlined(outline: Outline, attributes: Svg): Svg {
  if ('path' in outline) return svg`<path d="${outline.path}"${attributes}/>`;
  return svg`${outline.circles.map((radius) => svg`<circle cx="8" cy="8" r="${radius}"${attributes}/>`)}`;
}
