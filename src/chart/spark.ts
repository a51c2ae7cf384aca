import { percent } from './drawing.ts';
import { type Svg, svg } from './svg.ts';

const HEIGHT = 24;
/** As a share of a period's width. */
const BAR = 0.8;
/** The height of the smallest visible bar. */
const LEAST = 2;

/** How strong the bars below the highest are. */
const REST = 0.6;

/**
 * A row of small bars, one for each count above zero, on a scale of its own: the highest is the strongest. It has the colour of
 * the tag around it and is hidden from screen readers, which read the counts next to it.
 */
export function spark(counts: readonly number[]): Svg {
  const most = Math.max(1, ...counts);
  const bars = counts.flatMap((count, i) => {
    if (count <= 0) return [];
    const height = Math.max(LEAST, Math.round(HEIGHT * Math.min(1, count / most)));
    return [
      svg`<rect class="fill-tag"${count < most ? [svg` opacity="${REST}"`] : []} x="${percent((i + (1 - BAR) / 2) / counts.length)}" y="${HEIGHT - height}" width="${percent(BAR / counts.length)}" height="${height}"/>`,
    ];
  });
  return svg`<svg class="spark" height="${HEIGHT + 1}" aria-hidden="true">${bars}<line class="stroke-rule" x1="0" x2="100%" y1="${HEIGHT + 0.5}" y2="${HEIGHT + 0.5}"/></svg>`;
}
