import { TAG_WORDS, type Tag } from '../chronicle/tags.ts';
import { candidateGlyph, glyphAddress } from './glyphs.ts';
import { type Svg, svg } from './svg.ts';

export interface StripMark {
  /** The id of the event on the page. */
  id: string;
  tag: Tag;
  isCandidate: boolean;
  time: string;
  /** From 0, the beginning, to 1. */
  at: number;
}

const MARK = 13;
const LINE = 12;
const LABEL = 38;
/** Free space at both ends, so that the outermost marks stay on the line. */
const EDGE = 0.01;

/**
 * A session's timed events on a line, labelled `from` and `to` at its ends. Positions are percentages, so one drawing fits
 * a phone and a desktop. The marks link to the events; they are not in the tab order, because the list below has the
 * same links.
 */
export function strip(marks: readonly StripMark[], from: string, to: string): Svg {
  const drawn = marks.map((mark) => {
    const { id, tag, at } = mark;
    return svg`<a href="#${id}" tabindex="-1" aria-hidden="true" data-tag="${tag}"${mark.isCandidate ? CANDIDATE : NOTHING}><title>${nameOf(mark)}</title><svg x="${percent(at)}" y="${LINE}" overflow="visible">${shapeOf(mark)}</svg></a>`;
  });
  return svg`<svg class="strip" height="44" role="group" aria-label="${description(marks)}"><line class="strip-line" x1="0" x2="100%" y1="${LINE}" y2="${LINE}"/>${drawn}<text x="0" y="${LABEL}">${from}</text><text x="100%" y="${LABEL}" text-anchor="end">${to}</text></svg>`;
}

const CANDIDATE = svg` data-candidate=""`;
const NOTHING = svg``;

function nameOf({ tag, time, isCandidate }: StripMark): string {
  return `${time} ${TAG_WORDS[tag].label}${isCandidate ? ', unconfirmed' : ''}`;
}

/** Marks below an unconfirmed event must not show through. */
function shapeOf({ tag, isCandidate }: StripMark): Svg {
  const glyph = isCandidate ? candidateGlyph(tag) : tag;
  const shape = svg`<use href="${glyphAddress(glyph)}" x="${-MARK / 2}" y="${-MARK / 2}" width="${MARK}" height="${MARK}"/>`;
  return isCandidate ? svg`<circle class="fill-paper" r="${MARK / 2}"/>${shape}` : shape;
}

function description(marks: readonly StripMark[]): string {
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) return 'No timed events';
  return `${marks.length} timed ${marks.length === 1 ? 'event' : 'events'}, ${first.time} to ${last.time}`;
}

function percent(share: number): string {
  return `${Math.round((EDGE + share * (1 - 2 * EDGE)) * 10_000) / 100}%`;
}
