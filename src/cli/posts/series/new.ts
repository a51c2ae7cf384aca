import { ownSnapshot } from '#src/cli/own-archive.ts';
import { type CommandHelp, defineCommand } from '#src/cli/command.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { requireOwnSlug } from '#src/posts/own-slug.ts';
import { safeWords } from '#src/posts/scan-context.ts';
import { readOneSeries } from '#src/posts/series/read-series.ts';
import { createSeries } from '#src/posts/series/write-series.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Arc } from '#src/posts/series/arcs.ts';
import { safeParts } from '#src/posts/series/safe-outline.ts';
import { type SeriesPart, seriesSlugOf } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { findArc, partsOfArc } from './find-arc.ts';

export const help: CommandHelp = {
  examples: [['chronicle series new "Tides in C"', 'an empty series; add parts with chronicle series add']],
  files: [['<config>/session-chronicle/series/<slug>.yml', 'the series; yours to edit']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle series new',
    description: 'Start a series of posts: a small file that lists its parts and their events',
  },
  args: {
    title: {
      type: 'positional',
      required: false,
      description: 'The title (default: the title of the --from story)',
    },
    slug: {
      type: 'string',
      valueHint: 'name',
      description: 'The name of its file, without .yml (default: made from the title)',
    },
    from: {
      type: 'string',
      valueHint: 'story',
      description: 'A story from chronicle series list; each of its sessions becomes a part',
    },
  },
  async run({ args, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const arc = args.from === undefined ? null : findArc(ownSnapshot(io).sessions, args.from);
    const wanted = oneLine(args._.join(' ')) || (arc ? oneLine(arc.title) : '');
    if (wanted === '')
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle series new needs a title. Example: `chronicle series new "Teaching a machine to remember"`. Nothing was changed.',
      );
    // Before the slug is cut: half a token is not recognised.
    const safe = await safeWords(world, layout);
    const title = await safe(wanted);
    const slug = args.slug === undefined ? seriesSlugOf(title) : freeSlug(layout, args.slug);
    const series = createSeries(layout, slug, title, await safeParts(partsOf(arc), safe));
    printResult(io, series.path);
    say(io, `Created the series ${series.slug}${arc ? ` with ${counted(series.parts.length, 'part')}` : ''}.`);
    if (!arc) say(io, `To add a part, run \`chronicle series add ${series.slug} --part-title "…"\` or edit the file.`);
    return 0;
  },
});

function partsOf(arc: Arc | null): SeriesPart[] {
  return arc ? partsOfArc(arc) : [];
}

/** Refuses (CHRONICLE_SERIES_EXISTS) a slug that is taken: one that the user chose is never changed. */
function freeSlug(layout: Layout, slug: string): string {
  requireOwnSlug(slug);
  if (!readOneSeries(layout, slug)) return slug;
  throw new ChronicleError('CHRONICLE_SERIES_EXISTS', `A series named ${slug} already exists. Nothing was changed.`);
}
