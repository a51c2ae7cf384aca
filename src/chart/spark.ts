import { percent } from './drawing.ts';
import { type Svg, svg } from './svg.ts';

const HEIGHT = 24;
/** Of a period's width. */
const BAR = 0.8;
/** One of very many is still seen. */
const LEAST = 2;

/**
 * A row of small bars, one for each count; none for nothing. `most` is what the highest of all rows that are
 * compared stands for. Takes the colour of the tag around it, and says nothing aloud: the count beside it does.
 */
export function spark(counts: readonly number[], most: number): Svg {
  const bars = counts.flatMap((count, i) => {
    if (count <= 0) return [];
    const height = Math.max(LEAST, Math.round(HEIGHT * Math.min(1, count / most)));
    return [
      svg`<rect class="fill-tag" x="${percent((i + (1 - BAR) / 2) / counts.length)}" y="${HEIGHT - height}" width="${percent(BAR / counts.length)}" height="${height}"/>`,
    ];
  });
  return svg`<svg class="spark" height="${HEIGHT + 1}" aria-hidden="true">${bars}<line class="stroke-rule" x1="0" x2="100%" y1="${HEIGHT + 0.5}" y2="${HEIGHT + 0.5}"/></svg>`;
}
