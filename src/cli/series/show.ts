import { defineCommand } from 'citty';
import { outlineMarkdown, outlineOf } from '../../narrative/series/outline.ts';
import { ChronicleError } from '../../node/chronicle-error.ts';
import { safeOutline } from '../../node/series/safe-outline.ts';
import { safeWords } from '../../node/series/safe-words.ts';
import { seriesNamed } from '../../node/series/series-named.ts';
import { layoutIn, realWorld } from '../../node/world.ts';
import { formatProblems } from '../format-problems.ts';
import { say } from '../output.ts';
import { ownSnapshot } from '../own-sessions.ts';
import { printJson, printResult } from '../result.ts';
import { formatOutline, outlineEntry } from './format-outline.ts';

export const command = defineCommand({
  meta: { name: 'chronicle series show', description: 'Print the outline of a series: its parts and their events' },
  args: {
    series: { type: 'positional', required: false, description: 'The slug of the series' },
    markdown: { type: 'boolean', description: 'Print it as Markdown, to write from' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args }) {
    if (args.series === undefined || args._.length > 1 || (args.json && args.markdown))
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle series show takes the slug of one series, and --json or --markdown. chronicle series list names them.',
      );
    const world = realWorld();
    const layout = layoutIn(world);
    const series = seriesNamed(layout, args.series);
    const outline = await safeOutline(outlineOf(series, ownSnapshot().sessions), await safeWords(world, layout));
    if (args.json) printJson(outlineEntry(outline));
    else if (args.markdown) printResult(outlineMarkdown(outline).trimEnd());
    else printResult(formatOutline(outline));
    const { path, problems } = series;
    if (problems.length > 0) say(formatProblems(problems.map((problem) => ({ path, problem }))));
    return 0;
  },
});
