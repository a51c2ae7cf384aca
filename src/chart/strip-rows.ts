/** The rows of a strip from top to bottom. A row without content takes no space. */
import type { SessionStrip, StripLink } from '../archive/session-strip.ts';
import { daysOf } from './strip-labels.ts';
import { type Layout, LETTER } from './strip-layout.ts';

/** The heights of rows, in pixels. */
export const PHASE = 22;
export const STEP = 12;
export const LINK = 20;
const PROMPTS = 34;
const ROW = 20;
const AXIS = 22;

/** The places of the rows, in pixels from the top; null for a row without content. */
export interface StripRows {
  /** Where the bands begin. */
  top: number;
  phases: number | null;
  prompts: number | null;
  /** The middle of the lowest marks. */
  events: number;
  links: number;
  commits: number | null;
  tests: number | null;
  axis: number;
  height: number;
}

/** The rows of a strip whose highest stack has `stack` marks and whose links take `links` rows. */
export function rowsOf(shown: SessionStrip, { stack, links: linked }: { stack: number; links: number }): StripRows {
  let y = daysOf(shown).length > 1 ? 20 : 2;
  const top = y;
  const take = (has: boolean, height: number) => {
    const at = has ? y : null;
    if (has) y += height;
    return at;
  };
  const phases = take(shown.phases.length > 0, PHASE + 4);
  const prompts = take(shown.prompts.length > 0, PROMPTS);
  y += stack * STEP + 2;
  const events = y;
  y += 20;
  const links = y;
  y += linked * LINK;
  const commits = take(shown.commits.length + shown.pullRequests.length > 0, ROW);
  const tests = take(shown.tests.length > 0, ROW);
  const middle = (row: number | null) => (row === null ? null : row + ROW / 2);
  const axis = y + (commits === null && tests === null ? 0 : 2);
  return {
    top,
    phases,
    prompts,
    events,
    links,
    commits: middle(commits),
    tests: middle(tests),
    axis,
    height: axis + AXIS,
  };
}

/** The row of each link, so that neither lines nor labels cross. */
export function linkRows(links: readonly StripLink[], layout: Layout): number[] {
  const rows: { left: number; right: number }[][] = [];
  return links.map(({ from, to, commit }) => {
    const label = (commit === null ? 20 : 27) * LETTER;
    const end = layout.x(to);
    const own = { left: Math.min(layout.x(from), end - label), right: end < label ? end + label : end + 6 };
    const free = rows.findIndex((row) => row.every(({ left, right }) => own.left > right || own.right < left));
    if (free === -1) rows.push([own]);
    else rows[free]?.push(own);
    return free === -1 ? rows.length - 1 : free;
  });
}
