import { isCandidate } from '../chronicle/candidate.ts';
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import { TAG_ORDER, type Tag } from '../chronicle/tags.ts';
import { type Svg, svg } from './svg.ts';

/** A tag, the same of a candidate, a miss though there was a memory, or the day on which a memory was written. */
export type Glyph = Tag | CandidateGlyph | 'despite' | 'flag';

export type CandidateGlyph = `candidate-${Tag}`;

/**
 * A tag is a shape, a word and a colour, never a colour alone. Hit and miss share a shape with the
 * opposite fill, so they are told apart in black and white.
 */
const SHAPES: Record<Exclude<Glyph, CandidateGlyph>, Svg> = {
  DECISION: svg`<path d="M8 1 15 8 8 15 1 8Z"/>`,
  PIVOT: svg`<path d="M1.5 12 6 4.5 10 11.5 14.5 4" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`,
  INSIGHT: svg`<path d="M8 .5C8.5 5.4 10.6 7.5 15.5 8 10.6 8.5 8.5 10.6 8 15.5 7.5 10.6 5.4 8.5.5 8 5.4 7.5 7.5 5.4 8 .5Z"/>`,
  ERROR: svg`<path d="M3 3 13 13M13 3 3 13" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>`,
  BLOCKED: svg`<path d="M2.5 2.5h11v11h-11z"/>`,
  'USER-CORRECTION': svg`<path d="M8 1.5 15 14H1Z"/>`,
  'MEMORY-HIT': svg`<circle cx="8" cy="8" r="6"/>`,
  'MEMORY-MISS': svg`<circle cx="8" cy="8" r="4.9" fill="none" stroke="currentColor" stroke-width="2.8"/>`,
  despite: svg`<circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="2.4"/><circle cx="8" cy="8" r="2.7"/>`,
  flag: svg`<path d="M2 1v15" stroke="currentColor" stroke-width="2"/><path d="M2 1h12l-3.5 3.7L14 8.5H2Z"/>`,
};

const DASHED = svg`stroke="currentColor" stroke-width="1.5" stroke-dasharray="2.2 1.5"`;
/** Pale within, so that a hit is not taken for a miss. */
const HOLLOW = svg`fill-opacity=".2" ${DASHED}`;
const OPEN = svg`fill="none" stroke="currentColor" stroke-width="1.9" stroke-dasharray="2.6 1.6"`;

/** What nobody logged is drawn in dashes: the same shape with no filling to speak of, told apart without colour as well. */
const CANDIDATE_SHAPES: Record<CandidateGlyph, Svg> = {
  'candidate-DECISION': svg`<path d="M8 1.4 14.6 8 8 14.6 1.4 8Z" ${HOLLOW}/>`,
  'candidate-PIVOT': svg`<path d="M1.5 12 6 4.5 10 11.5 14.5 4" ${OPEN}/>`,
  'candidate-INSIGHT': svg`<path d="M8 .8C8.5 5.4 10.6 7.5 15.2 8 10.6 8.5 8.5 10.6 8 15.2 7.5 10.6 5.4 8.5.8 8 5.4 7.5 7.5 5.4 8 .8Z" ${HOLLOW}/>`,
  'candidate-ERROR': svg`<path d="M2.6 2.6 13.4 13.4M13.4 2.6 2.6 13.4" ${OPEN}/>`,
  'candidate-BLOCKED': svg`<path d="M2.2 2.2h11.6v11.6h-11.6z" ${HOLLOW}/>`,
  'candidate-USER-CORRECTION': svg`<path d="M8 2 14.6 13.8H1.4Z" ${HOLLOW}/>`,
  'candidate-MEMORY-HIT': svg`<circle cx="8" cy="8" r="6.2" ${HOLLOW}/>`,
  'candidate-MEMORY-MISS': svg`<circle cx="8" cy="8" r="6.4" ${OPEN}/><circle cx="8" cy="8" r="3" ${OPEN}/>`,
};

const ALL_SHAPES: Record<Glyph, Svg> = { ...SHAPES, ...CANDIDATE_SHAPES };

/** The shape of an event: its tag's, in dashes for a candidate. */
export function eventGlyph(event: Pick<ChronicleEvent, 'tag' | 'details'>): Tag | CandidateGlyph {
  return isCandidate(event) ? candidateGlyph(event.tag) : event.tag;
}

/** The shape of a tag's candidates. */
export function candidateGlyph(tag: Tag): CandidateGlyph {
  return `candidate-${tag}`;
}

/** The address of a shape's symbol for `<use>`, on a page that holds `GLYPH_SYMBOLS`. */
export function glyphAddress(glyph: Glyph): string {
  return `#g-${glyph}`;
}

/** Some shapes as symbols. */
export function glyphSymbols(glyphs: readonly Glyph[]): Svg {
  return svg`<svg class="symbols" aria-hidden="true" width="0" height="0">${glyphs.map(
    (glyph) => svg`<symbol id="g-${glyph}" viewBox="0 0 16 16" fill="currentColor">${ALL_SHAPES[glyph]}</symbol>`,
  )}</svg>`;
}

/** Every shape there is. */
export const GLYPHS: readonly Glyph[] = [...TAG_ORDER, ...TAG_ORDER.map(candidateGlyph), 'despite', 'flag'];

/** Every shape as a symbol, once a page. */
export const GLYPH_SYMBOLS: Svg = glyphSymbols(GLYPHS);
