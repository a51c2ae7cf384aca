/**
 * The film strip of a session. Each stretch of time is an SVG of its own, whose width is its share of the minutes, with a
 * band of fixed width between two of them; a flex container puts them next to each other. So one drawing fits a phone and
 * a desktop, and all minutes have one scale.
 *
 * Its marks are hidden from screen readers and the tab order, because the log below has the same links; `stripWords` says
 * what they show.
 */
import type { SessionStrip, Stretch } from '../archive/session-strip.ts';
import { clock, duration } from '../text/day.ts';
import { percent } from './drawing.ts';
import { type Folds, foldsOf, stretchAt } from './strip-layout.ts';
import { days, marks, phases, prompts, times } from './strip-marks.ts';
import { line, NOTHING, StripPlan } from './strip-plan.ts';
import { LINK } from './strip-rows.ts';
import { linked, work } from './strip-work.ts';
import { type Svg, svg } from './svg.ts';

const BOLD = svg` class="strip-day"`;
const HATCH = svg`<defs><pattern id="strip-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="strip-hatch" d="M0 0V6"/></pattern></defs>`;

/** The strip as the content of its flex container. */
export function strip(shown: SessionStrip): Svg {
  const plan = new StripPlan(shown);
  const parts = shown.stretches.flatMap((stretch, i) => {
    const next = shown.stretches[i + 1];
    return [stretchOf(plan, stretch, i), ...(next ? [band(plan, stretch, next, i)] : [])];
  });
  return svg`${[names(plan), ...parts]}`;
}

/** How many bands a strip has, for the style sheet. */
export function stripFolds({ stretches }: SessionStrip): Folds {
  return foldsOf(stretches);
}

/** The names of the rows. */
function names(plan: StripPlan): Svg {
  const { phases, prompts, events, commits, tests, height } = plan.rows;
  const rows: [number | null, string][] = [
    [phases === null ? null : phases + 15, 'Phase'],
    [prompts === null ? null : prompts + 21, 'Prompts'],
    [events - 5, 'Events'],
    [commits === null ? null : commits + 4, 'Commits'],
    [tests === null ? null : tests + 4, 'Test runs'],
  ];
  const words = rows.flatMap(([y, name]) => (y === null ? [] : [svg`<text x="0" y="${y}">${name}</text>`]));
  return svg`<svg class="strip-names" height="${height}" aria-hidden="true">${words}</svg>`;
}

/** A stretch of time with everything in it. */
function stretchOf(plan: StripPlan, stretch: Stretch, index: number): Svg {
  const { events, height, axis } = plan.rows;
  const content = [
    ...(index === 0 ? [HATCH] : []),
    ...days(plan, index),
    ...phases(plan, stretch, index),
    ...prompts(plan, index),
    line('strip-line', events + 9.5),
    ...linked(plan, stretch, index),
    ...marks(plan, index),
    ...work(plan, index),
    line('strip-line', axis + 0.5),
    ...times(plan, index),
  ];
  const share = plan.minutes === 0 ? 0 : (stretch.to - stretch.from) / plan.minutes;
  return svg`<svg class="strip-stretch" width="${percent(share)}" height="${height}" aria-hidden="true" overflow="visible">${content}</svg>`;
}

/** The band of a folded time, which names its length. */
function band(plan: StripPlan, { to: from }: Stretch, { from: to }: Stretch, index: number): Svg {
  const { top, axis, height, links } = plan.rows;
  const length = duration(to - from);
  const word = plan.shown.isIdle ? 'idle' : 'no events';
  const middle = Math.round((top + axis) / 2);
  const steps = Math.floor((axis - top) / 10);
  const edge = (out: number) => svg`m0 0${Array.from({ length: steps }, () => svg`l${out} 5 ${-out} 5`)}`;
  const through = plan.links.flatMap((link, i) => {
    const crosses =
      stretchAt(plan.shown.stretches, link.from) <= index && stretchAt(plan.shown.stretches, link.to) > index;
    return crosses ? [line('strip-link', links + (plan.linkRows[i] ?? 0) * LINK + 0.5)] : [];
  });
  const said = [length, word === 'idle' ? 'idle,' : 'no events,', 'folded'].map(
    (text, i) => svg`<text y="${(i - 1) * 14 + 4}" text-anchor="middle"${i === 0 ? BOLD : NOTHING}>${text}</text>`,
  );
  return svg`<svg class="strip-band" height="${height}" aria-hidden="true" overflow="visible"><title>${length} ${word}, ${clock(from)} to ${clock(to)}</title><rect class="strip-idle" y="${top}" width="100%" height="${steps * 10}"/><svg y="${top}" overflow="visible"><path class="strip-edge" d="${edge(-4)}"/></svg><svg x="100%" y="${top}" overflow="visible"><path class="strip-edge" d="${edge(4)}"/></svg>${through}<svg class="strip-said" x="50%" y="${middle}" overflow="visible">${said}</svg><svg class="strip-turned" x="50%" y="${middle}" overflow="visible"><text transform="rotate(-90)" y="4" text-anchor="middle">${axis - top > 100 ? `${length} ${word}` : length}</text></svg></svg>`;
}
