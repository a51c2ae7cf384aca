import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { printResult, say } from '#src/cli/terminal/print.ts';
import { requireOwnSlug } from '#src/node/posts/own-slug.ts';
import { safeWords } from '#src/node/posts/scan-context.ts';
import { readOneSeries } from '#src/node/posts/series/read-series.ts';
import { createSeries } from '#src/node/posts/series/write-series.ts';
import { layoutIn } from '#src/node/world.ts';
import type { Arc } from '#src/posts/series/arcs.ts';
import { safeParts } from '#src/posts/series/safe-outline.ts';
import type { SeriesPart } from '#src/posts/series/series.ts';
import { seriesSlugOf } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { oneLine } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { findArc, partsOfArc } from './find-arc.ts';

export const help: CommandHelp = {
  examples: [['chronicle series new "Tides in C"', 'a series with no part yet; chronicle series add gives it some']],
  files: [['<config>/session-chronicle/series/<slug>.yml', 'the series, which is yours to edit']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle series new',
    description: 'Begin a series of posts: a small file with its parts and the events that each is to tell',
  },
  args: {
    title: {
      type: 'positional',
      required: false,
      description: 'What the series is called; a story has a title already',
    },
    slug: { type: 'string', description: 'The name of its file, without .yml; made of the title if left out' },
    from: { type: 'string', description: 'A story that chronicle series list suggests: each session is a part' },
  },
  async run({ args, io }) {
    const { world } = io;
    const layout = layoutIn(world);
    const arc = args.from === undefined ? null : findArc(ownSnapshot(io).sessions, args.from);
    const wanted = oneLine(args._.join(' ')) || (arc ? oneLine(arc.title) : '');
    if (wanted === '')
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle series new takes a title: chronicle series new "Teaching a machine to remember". Nothing was written.',
      );
    // A slug is cut, and half a token is not known for one.
    const safe = await safeWords(world, layout);
    const title = await safe(wanted);
    const slug = args.slug === undefined ? seriesSlugOf(title) : freeSlug(layout, args.slug);
    const series = createSeries(layout, slug, title, await safeParts(partsOf(arc), safe));
    printResult(io, series.path);
    say(io, `Made the series ${series.slug}${arc ? ` with ${counted(series.parts.length, 'part')}` : ''}.`);
    if (!arc) say(io, `chronicle series add ${series.slug} --part-title "…" begins a part; the file is yours to edit.`);
    return 0;
  },
});

function partsOf(arc: Arc | null): SeriesPart[] {
  return arc ? partsOfArc(arc) : [];
}

/** A slug that somebody chose is not changed behind their back. */
function freeSlug(layout: Layout, slug: string): string {
  requireOwnSlug(slug);
  if (!readOneSeries(layout, slug)) return slug;
  throw new ChronicleError('CHRONICLE_SERIES_EXISTS', `There is a series ${slug} already. Nothing was written.`);
}
