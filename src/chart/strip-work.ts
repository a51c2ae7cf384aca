/** What ended an error, commits, pull requests and test runs of a strip. */
import type { Stretch, StripLink } from '../archive/session-strip.ts';
import { clip, oneLine } from '../text/clip.ts';
import { clock, duration } from '../text/day.ts';
import { commitAnchor } from '../text/page-address.ts';
import { REQUEST } from './strip-labels.ts';
import { LETTER, stretchAt } from './strip-layout.ts';
import { TITLE } from './strip-marks.ts';
import { line, NOTHING, type StripPlan } from './strip-plan.ts';
import { LINK } from './strip-rows.ts';
import { type Svg, svg } from './svg.ts';

/** The parts of the links in a stretch: down from the error, along, and up to the pivot or down to the commit. */
export function linked(plan: StripPlan, stretch: Stretch, index: number): Svg[] {
  const { events, links: top, commits } = plan.rows;
  return plan.links.flatMap((link, i) => {
    const [first, last] = [link.from, link.to].map((minute) => stretchAt(plan.shown.stretches, minute));
    if (first === undefined || last === undefined || first > index || last < index) return [];
    const y = top + (plan.linkRows[i] ?? 0) * LINK + 0.5;
    const x1 = first === index ? plan.at(plan.drawnAt(link.from)) : '0';
    const x2 = last === index ? plan.at(plan.endOf(link)) : '100%';
    const label = link.commit === null ? 'to the pivot' : `to commit ${link.commit.slice(0, 7)}`;
    return [
      svg`<line class="strip-link" x1="${x1}" x2="${x2}" y1="${y}" y2="${y}"/>`,
      ...(first === index ? [] : [svg`<line class="strip-link" x1="-10" x2="0" y1="${y}" y2="${y}"/>`]),
      ...(last === index
        ? []
        : [svg`<svg x="100%" overflow="visible"><line class="strip-link" x2="10" y1="${y}" y2="${y}"/></svg>`]),
      ...(first === index ? [svg`<line class="strip-link" x1="${x1}" x2="${x1}" y1="${events + 10}" y2="${y}"/>`] : []),
      ...(last === index ? [arrow(plan, link, x2, y, commits)] : []),
      ...(last === index ? [linkLabel(plan, link, stretch, y, label)] : []),
    ];
  });
}

function arrow(plan: StripPlan, { commit }: StripLink, x: string, y: number, commits: number | null): Svg {
  const { events } = plan.rows;
  const end = commit === null || commits === null ? events + 11 : commits - 5;
  const tip = commit === null ? svg`M-3 4 0 0 3 4` : svg`M-3 -4 0 0 3 -4`;
  return svg`<line class="strip-link" x1="${x}" x2="${x}" y1="${y}" y2="${end}"/><svg x="${x}" y="${end}" overflow="visible"><path class="strip-link" d="${tip}"/></svg>`;
}

/** Left of where the link ends, or right of it at the beginning of the strip. */
function linkLabel(plan: StripPlan, { from, to }: StripLink, stretch: Stretch, y: number, label: string): Svg {
  const words = duration(to - from);
  const isEarly = plan.layouts.wide.x(to) < (words.length + label.length + 1) * LETTER || to === stretch.from;
  const anchor = isEarly ? svg`x="6"` : svg`x="-6" text-anchor="end"`;
  return svg`<svg class="strip-link-words" x="${plan.at(to)}" y="${y + 12.5}" overflow="visible"><text ${anchor}>${words}<tspan class="wide"> ${label}</tspan></text></svg>`;
}

export function work(plan: StripPlan, index: number): Svg[] {
  const { commits: y, tests } = plan.rows;
  const { commits, pullRequests } = plan.shown;
  const rows: Svg[] = [];
  if (y !== null) {
    rows.push(line('strip-rule', y + 0.5));
    for (const { minute, hash, subject } of commits.filter((each) => plan.isIn(each.minute, index))) {
      const label = plan.labels.wide.commits.has(hash)
        ? svg`<text class="wide strip-hash" x="8" y="4">${hash.slice(0, 7)}</text>`
        : NOTHING;
      rows.push(
        svg`<a class="strip-commit" href="#${commitAnchor(hash)}" tabindex="-1"><title>${clock(minute)} ${hash.slice(0, 7)} ${clip(oneLine(subject), TITLE)}</title><svg x="${plan.at(minute)}" y="${y + 0.5}" overflow="visible"><circle r="4"/>${label}</svg></a>`,
      );
    }
    for (const { minute, number, title } of pullRequests.filter((each) => plan.isIn(each.minute, index)))
      rows.push(request(plan, minute, svg`<title>Pull request: ${clip(oneLine(title), TITLE)}</title>`, number, y));
  }
  if (tests !== null) {
    const seen = new Set<string>();
    for (const { minute, isFailed } of plan.shown.tests.filter((each) => plan.isIn(each.minute, index))) {
      const x = plan.at(minute);
      const key = `${x} ${isFailed}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const shape = isFailed
        ? svg`<path class="strip-failed" d="M-3 -3 3 3M3 -3-3 3"/>`
        : svg`<path class="strip-passed" d="M0 -4v8"/>`;
      rows.push(svg`<svg x="${x}" y="${tests + 0.5}" overflow="visible">${shape}</svg>`);
    }
  }
  return rows;
}

/** The name of a pull request, left of the commits next to it, or right of them at the beginning of the strip. */
function request(plan: StripPlan, minute: number, title: Svg, number: number | null, y: number): Svg {
  const { wide } = plan.layouts;
  const index = stretchAt(plan.shown.stretches, minute);
  const near = plan.shown.commits
    .map((commit) => commit.minute)
    .filter((other) => plan.isIn(other, index) && Math.abs(wide.x(other) - wide.x(minute)) < REQUEST);
  const [first, last] = [Math.min(minute, ...near), Math.max(minute, ...near)];
  const isEarly = wide.x(first) < REQUEST;
  const place = isEarly ? svg`x="8"` : svg`x="-8" text-anchor="end"`;
  const words = number === null ? NOTHING : svg`<tspan class="wide"> #${number}</tspan>`;
  return svg`<svg x="${plan.at(isEarly ? last : first)}" y="${y + 4.5}" overflow="visible">${title}<text class="strip-request" ${place}>PR${words}</text></svg>`;
}
