import type { StripMark } from '../archive/strip-marks.ts';
import { counted } from '../text/day.ts';
import { laneLabel, OBSERVATION } from '../timeline/lane-kind.ts';
import { candidateGlyph, glyphAddress } from './glyphs.ts';
import { laneGlyph } from './lanes.ts';
import { type Svg, svg } from './svg.ts';

const MARK = 13;
const LINE = 12;
const LABEL = 38;
/** Free space at both ends, so that the outermost marks stay on the line. */
const EDGE = 0.01;

/**
 * A session's timed events and observations on a line, labelled `from` and `to` at its ends. Positions are percentages, so one drawing fits
 * a phone and a desktop. The marks link to their rows; they are not in the tab order, because the list below has the
 * same links.
 */
export function strip(marks: readonly StripMark[], from: string, to: string): Svg {
  const drawn = marks.map((mark) => {
    const { id, kind, at } = mark;
    return svg`<a href="#${id}" tabindex="-1" aria-hidden="true" data-tag="${kind}"${mark.isCandidate ? CANDIDATE : NOTHING}><title>${nameOf(mark)}</title><svg x="${percent(at)}" y="${LINE}" overflow="visible">${shapeOf(mark)}</svg></a>`;
  });
  return svg`<svg class="strip" height="44" role="group" aria-label="${description(marks)}"><line class="strip-line" x1="0" x2="100%" y1="${LINE}" y2="${LINE}"/>${drawn}<text x="0" y="${LABEL}">${from}</text><text x="100%" y="${LABEL}" text-anchor="end">${to}</text></svg>`;
}

const CANDIDATE = svg` data-candidate=""`;
const NOTHING = svg``;

function nameOf({ kind, time, isCandidate }: StripMark): string {
  return `${time} ${laneLabel(kind)}${isCandidate ? ', unconfirmed' : ''}`;
}

/** Marks below an unconfirmed event must not show through. */
function shapeOf({ kind, isCandidate }: StripMark): Svg {
  const glyph = isCandidate && kind !== OBSERVATION ? candidateGlyph(kind) : laneGlyph(kind);
  const shape = svg`<use href="${glyphAddress(glyph)}" x="${-MARK / 2}" y="${-MARK / 2}" width="${MARK}" height="${MARK}"/>`;
  return isCandidate ? svg`<circle class="fill-paper" r="${MARK / 2}"/>${shape}` : shape;
}

function description(marks: readonly StripMark[]): string {
  const observations = marks.filter(({ kind }) => kind === OBSERVATION).length;
  const also = observations === 0 ? '' : ` and ${counted(observations, 'observation')}`;
  const inOrder = marks.toSorted((a, b) => a.at - b.at);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (!first || !last) return 'No timed events';
  return `${counted(marks.length - observations, 'timed event')}${also}, ${first.time} to ${last.time}`;
}

function percent(share: number): string {
  return `${Math.round((EDGE + share * (1 - 2 * EDGE)) * 10_000) / 100}%`;
}
