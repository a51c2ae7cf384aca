import type { Session } from '#src/format/session.ts';
import { formatProblems } from '#src/cli/format-problems.ts';
import { ownSnapshot } from '#src/cli/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import { readLimit } from '#src/cli/option-values.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { safeWords } from '#src/posts/scan-context.ts';
import { readSeries } from '#src/posts/series/read-series.ts';
import { layoutIn } from '#src/lib/world.ts';
import { type Arc, storyArcs } from '#src/posts/series/arcs.ts';
import { type Outline, outlineOf } from '#src/posts/series/outline.ts';
import { type SafeWords, safeOutline } from '#src/posts/series/safe-outline.ts';
import { counted } from '#src/lib/text/day.ts';
import { arcEntry, formatSeries, seriesEntry } from './format-series.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle series list',
    description:
      'List series of posts, and stories that could become one: sessions that share a task or branch, or were resumed',
  },
  args: {
    limit: { type: 'string', valueHint: 'count', default: '10', description: 'How many stories to suggest' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const { sessions } = ownSnapshot(io);
    const { world } = io;
    const layout = layoutIn(world);
    const found = readSeries(layout).map((series) => outlineOf(series, sessions));
    const untold = untoldArcs(sessions, found);
    const shown = untold.slice(0, limit);
    const safe = found.length + shown.length === 0 ? null : await safeWords(world, layout);
    const outlines = safe ? await Promise.all(found.map((outline) => safeOutline(outline, safe))) : [];
    const arcs = safe ? await Promise.all(shown.map((arc) => safeArc(arc, safe))) : [];
    if (args.json) printJson(io, { series: outlines.map(seriesEntry), stories: arcs.map(arcEntry) });
    else printResult(io, formatSeries(outlines, arcs, io.stdout));
    const problems = outlines.flatMap(({ series }) =>
      series.problems.map((problem) => ({ path: series.path, problem })),
    );
    if (problems.length > 0) say(io, formatProblems(problems));
    if (outlines.length === 0) say(io, 'No series yet. To start one, run `chronicle series new`.');
    const rest = untold.length - arcs.length;
    if (rest > 0)
      say(io, `${counted(rest, 'older story', 'older stories')} not listed. Use --limit ${untold.length} to list all.`);
    return 0;
  },
});

/** A story without secrets, to be printed. */
async function safeArc(arc: Arc, safe: SafeWords): Promise<Arc> {
  return { ...arc, title: await safe(arc.title), because: await safe(arc.because) };
}

/** Stories that are not in a series yet. One session of a story may be. */
function untoldArcs(sessions: readonly Session[], outlines: readonly Outline[]) {
  const covered = new Set(outlines.flatMap((outline) => outline.sessions));
  return storyArcs(sessions).filter((arc) => arc.sessions.filter((session) => covered.has(session)).length < 2);
}
