import { defineCommand } from 'citty';
import type { Session } from '../../chronicle/session.ts';
import { storyArcs } from '../../narrative/series/arcs.ts';
import { type Outline, outlineOf } from '../../narrative/series/outline.ts';
import { readSeries } from '../../node/series/read-series.ts';
import { layoutIn, realWorld } from '../../node/world.ts';
import { counted } from '../../text/day.ts';
import { formatProblems } from '../format-problems.ts';
import { say } from '../output.ts';
import { ownSnapshot } from '../own-sessions.ts';
import { readLimit } from '../read-limit.ts';
import { printJson, printResult } from '../result.ts';
import { arcEntry, formatArcs, formatSeries, seriesEntry } from './format-series.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle series list',
    description: 'List series of posts, and sessions that tell one story, by task, branch or resumed session',
  },
  args: {
    limit: { type: 'string', default: '10', description: 'How many stories to suggest' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args }) {
    const limit = readLimit(args.limit);
    const { sessions } = ownSnapshot();
    const outlines = readSeries(layoutIn(realWorld())).map((series) => outlineOf(series, sessions));
    const untold = untoldArcs(sessions, outlines);
    const arcs = untold.slice(0, limit);
    if (args.json) printJson({ series: outlines.map(seriesEntry), stories: arcs.map(arcEntry) });
    else printResult([formatSeries(outlines), formatArcs(arcs)].filter((text) => text !== '').join('\n\n'));
    const problems = outlines.flatMap(({ series }) =>
      series.problems.map((problem) => ({ path: series.path, problem })),
    );
    if (problems.length > 0) say(formatProblems(problems));
    if (outlines.length === 0) say('There is no series yet; chronicle series new begins one.');
    const rest = untold.length - arcs.length;
    if (rest > 0)
      say(`${counted(rest, 'older story', 'older stories')} not listed; --limit ${untold.length} lists all.`);
    return 0;
  },
});

/** Stories that no series tells: at most one session of such a one is in any. */
function untoldArcs(sessions: readonly Session[], outlines: readonly Outline[]) {
  const told = new Set(outlines.flatMap((outline) => outline.sessions));
  return storyArcs(sessions).filter((arc) => arc.sessions.filter((session) => told.has(session)).length < 2);
}
