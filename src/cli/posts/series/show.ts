import { formatProblems } from '#src/cli/format-problems.ts';
import { ownSnapshot } from '#src/cli/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { safeWords } from '#src/posts/scan-context.ts';
import { seriesNamed } from '#src/posts/series/series-named.ts';
import { layoutIn } from '#src/lib/world.ts';
import { outlineMarkdown, outlineOf } from '#src/posts/series/outline.ts';
import { safeOutline } from '#src/posts/series/safe-outline.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { formatOutline, outlineEntry } from './format-outline.ts';

export const command = defineCommand({
  meta: { name: 'chronicle series show', description: 'Show the outline of a series: its parts and their events' },
  args: {
    series: { type: 'positional', required: false, description: 'The slug of the series' },
    markdown: { type: 'boolean', description: 'Print the outline as Markdown' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    if (args.series === undefined || args._.length > 1 || (args.json && args.markdown))
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle series show needs the slug of one series, and takes either --json or --markdown. `chronicle series list` shows the slugs.',
      );
    const { world } = io;
    const layout = layoutIn(world);
    const series = seriesNamed(layout, args.series);
    const outline = await safeOutline(outlineOf(series, ownSnapshot(io).sessions), await safeWords(world, layout));
    if (args.json) printJson(io, outlineEntry(outline));
    else if (args.markdown) printResult(io, outlineMarkdown(outline).trimEnd());
    else printResult(io, formatOutline(outline, io.stdout.columns));
    const { path, problems } = series;
    if (problems.length > 0) say(io, formatProblems(problems.map((problem) => ({ path, problem }))));
    return 0;
  },
});
