import type { Lanes } from '../timeline/lanes.ts';
import { Drawing } from './drawing.ts';
import { AXIS, laneHeight, laneInWords, laneTicks, plot, tickLabel } from './lane-shapes.ts';
import { toSvg } from './shape.ts';
import { svg } from './svg.ts';

/** The space for a name above each lane. */
const NAME = 28;

/** All lanes in one drawing with their names, without links, for an SVG file. */
export function lanesDrawing(title: string, lanes: Lanes): Drawing {
  let y = 0;
  const drawn = lanes.lanes.map((lane) => {
    const height = laneHeight(lane);
    const content = plot(lane, lanes, height, () => '').map(toSvg);
    const part = svg`<g data-tag="${lane.words.kind}"><text x="0" y="${y + NAME - 8}">${laneInWords(lane)}</text><svg y="${y + NAME}" height="${height}">${content}</svg></g>`;
    y += NAME + height;
    return part;
  });
  const description = lanes.lanes.map(laneInWords).join(' ');
  const axis = svg`<svg y="${y}">${laneTicks(lanes.columns).map(tickLabel).map(toSvg)}</svg>`;
  return new Drawing({ name: 'lane-plot', height: y + AXIS, title, description }, [...drawn, axis]);
}
