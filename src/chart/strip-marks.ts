/** Days, phases, prompts, events and times of a strip. */
import type { Stretch, StripMark } from '../archive/session-strip.ts';
import type { PhaseKind } from '../archive/work-phases.ts';
import { clip, oneLine } from '../text/clip.ts';
import { clock, weekDay } from '../text/day.ts';
import { laneLabel, OBSERVATION } from '../timeline/lane-kind.ts';
import { percent } from './drawing.ts';
import { laneGlyph } from './glyph-address.ts';
import { foundGlyph, glyphAddress } from './glyphs.ts';
import { MANY_PROMPTS, type StripLabel, type StripLabels } from './strip-labels.ts';
import { fitting, type Layout, LETTER, MARK, type MarkStack } from './strip-layout.ts';
import { classes, NOTHING, type StripPlan } from './strip-plan.ts';
import { PHASE, STEP } from './strip-rows.ts';
import { dayOf } from './strip-words.ts';
import { type Svg, svg } from './svg.ts';

/** The longest text of a tooltip. */
export const TITLE = 90;

const PHASE_WORDS: Record<PhaseKind, string> = {
  reading: 'Read',
  building: 'Build',
  trying: 'Try',
  waiting: 'Wait',
};

const FOUND = svg` data-found=""`;

export function days(plan: StripPlan, index: number): Svg[] {
  return placed(
    plan,
    index,
    ({ days }) => days,
    'strip-day',
    (minute) => weekDay(dayOf(minute)),
    11,
  );
}

export function phases(plan: StripPlan, stretch: Stretch, index: number): Svg[] {
  const { phases: y } = plan.rows;
  if (y === null) return [];
  const own = plan.shown.phases.filter(({ from }) => plan.isIn(from, index));
  return own.map(({ kind, from, to }) => {
    const word = PHASE_WORDS[kind];
    const needed = word.length * LETTER + 8;
    const look = plan.look((room) => (to - from) * plan.layouts[room].perMinute >= needed);
    const share = (minutes: number) => percent(minutes / Math.max(1, stretch.to - stretch.from));
    const label = look === null ? NOTHING : svg`<text${classes('strip-phase', look)} x="6" y="15">${word}</text>`;
    return svg`<svg x="${share(from - stretch.from)}" y="${y}" width="${share(to - from)}" height="${PHASE}"><title>${word}, ${clock(from)} to ${clock(to)}</title><rect class="phase-${kind}" width="100%" height="${PHASE}" rx="2"/><svg x="100%" overflow="visible"><line class="strip-gap" y2="${PHASE}"/></svg>${label}</svg>`;
  });
}

export function prompts(plan: StripPlan, index: number): Svg[] {
  const { prompts: y, events } = plan.rows;
  const { prompts } = plan.shown;
  if (y === null) return [];
  const isTicks = prompts.length > MANY_PROMPTS;
  return prompts
    .filter(({ minute }) => plan.isIn(minute, index))
    .map((prompt) => {
      const { number, anchor, text, minute } = prompt;
      const look = plan.look((room) => plan.labels[room].prompts.has(number));
      const width = String(number).length * 7 + 9;
      const tick = isTicks
        ? svg`<line class="strip-tick" y1="${y + 2}" y2="${y + (look === null ? 7 : 10)}"/>`
        : svg`<line class="strip-rule" y1="${y}" y2="${events + 9}"/>`;
      const box = isTicks ? NOTHING : svg`<rect x="${-width / 2}" y="${y + 8}" width="${width}" height="18" rx="3"/>`;
      const named =
        look === null
          ? NOTHING
          : svg`<g${classes(look)}>${box}<text y="${y + (isTicks ? 23 : 21)}" text-anchor="middle">${number}</text></g>`;
      const title = oneLine(text) === '' ? '' : `: ${clip(oneLine(text), TITLE)}`;
      return svg`<a class="strip-prompt" href="#${anchor}" tabindex="-1"><title>Prompt ${number}, ${clock(minute)}${title}</title><svg x="${plan.at(minute)}" overflow="visible">${tick}${named}</svg></a>`;
    });
}

export function marks(plan: StripPlan, index: number): Svg[] {
  const { wide, narrow } = plan.stacks;
  if (isSame(wide, narrow)) return stack(plan, wide, index, plan.layouts.wide);
  return [
    svg`<g class="wide">${stack(plan, wide, index, plan.layouts.wide)}</g>`,
    svg`<g class="narrow">${stack(plan, narrow, index, plan.layouts.narrow)}</g>`,
  ];
}

function stack(plan: StripPlan, stacks: readonly MarkStack[], index: number, layout: Layout): Svg[] {
  const { events } = plan.rows;
  const counts = fitting(
    stacks
      .filter(({ more }) => more > 0)
      .map((item) => {
        const [x, width] = [layout.x(item.minute), (String(item.more).length + 1) * LETTER];
        return { item, left: x - width / 2, right: x + width / 2 };
      }),
    0,
  );
  return stacks
    .filter(({ minute }) => plan.isIn(minute, index))
    .flatMap((stack) => {
      const { minute, marks, more } = stack;
      const x = plan.at(minute);
      const drawn = marks.map((mark, i) => {
        const data = mark.isFound ? FOUND : NOTHING;
        return svg`<a href="#${mark.id}" tabindex="-1" data-tag="${mark.kind}"${data}><title>${nameOf(mark)}</title><svg x="${x}" y="${events - i * STEP}" overflow="visible">${shapeOf(mark)}</svg></a>`;
      });
      const rest = !counts.has(stack)
        ? []
        : [svg`<text x="${x}" y="${events + 4 - marks.length * STEP}" text-anchor="middle">+${more}</text>`];
      return [...drawn, ...rest];
    });
}

export function times(plan: StripPlan, index: number): Svg[] {
  return placed(plan, index, ({ times }) => times, '', clock, plan.rows.axis + 15);
}

/** The labels of a stretch; twice, if they are not the same in both rooms. */
function placed(
  plan: StripPlan,
  index: number,
  labelsOf: (labels: StripLabels) => readonly StripLabel[],
  name: string,
  wordsOf: (minute: number) => string,
  y: number,
): Svg[] {
  const keyOf = ({ minute, anchor }: StripLabel) => `${minute} ${anchor}`;
  const [wide, narrow] = [labelsOf(plan.labels.wide), labelsOf(plan.labels.narrow)];
  const all = new Map([...wide, ...narrow].map((label) => [keyOf(label), label]));
  const keys = { wide: new Set(wide.map(keyOf)), narrow: new Set(narrow.map(keyOf)) };
  return [...all]
    .filter(([, { minute }]) => plan.isIn(minute, index))
    .map(([key, { minute, anchor }]) => {
      const look = plan.look((room) => keys[room].has(key));
      return svg`<text${classes(name, look)} x="${plan.at(minute)}" y="${y}" text-anchor="${anchor}">${wordsOf(minute)}</text>`;
    });
}

function nameOf({ kind, time, text, isFound }: StripMark): string {
  return `${time} ${laneLabel(kind)}${isFound ? ', found in the transcript' : ''}: ${clip(oneLine(text), TITLE)}`;
}

/** Marks below a found event must not show through. */
function shapeOf({ kind, isFound }: StripMark): Svg {
  const glyph = isFound && kind !== OBSERVATION ? foundGlyph(kind) : laneGlyph(kind);
  const [at, size] = [-MARK / 2 + 0.5, MARK - 1];
  const shape = svg`<use href="${glyphAddress(glyph)}" x="${at}" y="${at}" width="${size}" height="${size}"/>`;
  return isFound ? svg`<circle class="fill-paper" r="${MARK / 2}"/>${shape}` : shape;
}

function isSame(a: readonly MarkStack[], b: readonly MarkStack[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ minute, marks }, i) => minute === b[i]?.minute && marks.length === b[i]?.marks.length)
  );
}
