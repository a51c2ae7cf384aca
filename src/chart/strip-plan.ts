/** What a strip is drawn from: where everything is, and what has room. */
import type { SessionStrip, StripLink } from '../archive/session-strip.ts';
import { percent } from './drawing.ts';
import { labelsIn, type StripLabels } from './strip-labels.ts';
import { Layout, MARK, type MarkStack, ROOMS, type Room, stacked, stretchAt } from './strip-layout.ts';
import { linkRows, rowsOf, type StripRows } from './strip-rows.ts';
import { type Svg, svg } from './svg.ts';

export class StripPlan {
  readonly shown: SessionStrip;
  readonly layouts: Record<Room['name'], Layout>;
  /** The minutes of all stretches. */
  readonly minutes: number;
  readonly stacks: Record<Room['name'], MarkStack[]>;
  readonly rows: StripRows;
  readonly labels: Record<Room['name'], StripLabels>;
  /** The links that are long enough to be seen, and the row of each. */
  readonly links: StripLink[];
  readonly linkRows: number[];

  constructor(shown: SessionStrip) {
    const { stretches, marks } = shown;
    this.shown = shown;
    this.minutes = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    this.layouts = { wide: new Layout(stretches, ROOMS.wide), narrow: new Layout(stretches, ROOMS.narrow) };
    this.stacks = {
      wide: stacked(marks, stretches, this.layouts.wide),
      narrow: stacked(marks, stretches, this.layouts.narrow),
    };
    this.labels = {
      wide: labelsIn(shown, this.layouts.wide, ROOMS.wide),
      narrow: labelsIn(shown, this.layouts.narrow, ROOMS.narrow),
    };
    this.links = shown.links.filter(
      (link) => this.layouts.wide.x(this.endOf(link)) - this.layouts.wide.x(this.drawnAt(link.from)) >= MARK,
    );
    this.linkRows = linkRows(this.links, this.layouts.wide);
    const stacks = [...this.stacks.wide, ...this.stacks.narrow];
    this.rows = rowsOf(shown, {
      stack: stacks.reduce((most, each) => Math.max(most, each.marks.length + (each.more > 0 ? 1 : 0)), 1),
      links: this.linkRows.reduce((most, row) => Math.max(most, row + 1), 0),
    });
  }

  /** Where the marks of a minute are drawn: in the middle of their bin, if there are several. */
  drawnAt(minute: number): number {
    const found = this.stacks.wide.find(({ marks }) => marks.some((mark) => mark.minute === minute));
    return found?.minute ?? minute;
  }

  /** Where a link ends. */
  endOf({ to, commit }: StripLink): number {
    return commit === null ? this.drawnAt(to) : to;
  }

  /** The class of what fits in some rooms only; empty if it always fits, null if it never does. */
  look(fits: (room: Room['name']) => boolean): string | null {
    const [wide, narrow] = [fits('wide'), fits('narrow')];
    if (wide && narrow) return '';
    return wide ? 'wide' : narrow ? 'narrow' : null;
  }

  /** Whether a minute is in a stretch. */
  isIn(minute: number, index: number): boolean {
    return stretchAt(this.shown.stretches, minute) === index;
  }

  /** The place of a minute in its stretch. */
  at(minute: number): string {
    const { from, to } = this.shown.stretches[stretchAt(this.shown.stretches, minute)] ?? { from: 0, to: 0 };
    return percent((minute - from) / Math.max(1, to - from));
  }
}

export const NOTHING = svg``;

/** A line across a stretch or band. */
export function line(name: string, y: number): Svg {
  return svg`<line class="${name}" x1="0" x2="100%" y1="${y}" y2="${y}"/>`;
}

/** The attribute with these classes; nothing without any. */
export function classes(...names: readonly (string | null)[]): Svg {
  const given = names.filter((name) => name !== null && name !== '');
  return given.length === 0 ? NOTHING : svg` class="${given.join(' ')}"`;
}
