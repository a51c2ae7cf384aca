import { ownSnapshot } from '#src/cli/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { safeWords } from '#src/posts/scan-context.ts';
import { seriesNamed } from '#src/posts/series/series-named.ts';
import { addEvent, addPart } from '#src/posts/series/write-series.ts';
import { layoutIn } from '#src/lib/world.ts';
import type { Series } from '#src/posts/series/series.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { findEvent } from './find-event.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle series add',
    description: 'Add events to a part of a series, or start a new part. The rest of the file is left as it is',
  },
  args: {
    series: { type: 'positional', required: false, description: 'The slug of the series' },
    events: { type: 'positional', required: false, description: 'Events, as <session>#e-…, such as last#e-3fa9c1' },
    part: { type: 'string', valueHint: 'part', description: 'The part, by number or title (default: the last one)' },
    'part-title': {
      type: 'string',
      valueHint: 'title',
      description: 'Start a new part with this title and add the events to it',
    },
    idea: { type: 'string', valueHint: 'text', description: 'What the new part is about' },
  },
  async run({ args, io }) {
    const [slug, ...words] = args._;
    const wanted = oneLine(args['part-title'] ?? '');
    if (slug === undefined || (words.length === 0 && wanted === '') || (wanted === '' && args.idea !== undefined))
      throw wrongUse('chronicle series add needs a series, and events or --part-title');
    if (wanted !== '' && args.part !== undefined) throw wrongUse('--part and --part-title cannot be combined');
    const { world } = io;
    const layout = layoutIn(world);
    const series = seriesNamed(layout, slug);
    const events = words.length === 0 ? [] : eventsNamed(io, words);
    const existing = args.part === undefined ? null : partNamed(series, args.part);
    const safe = await safeWords(world, layout);
    const title = await safe(wanted);
    const idea = await safe(oneLine(args.idea ?? ''));
    const part = title === '' ? existing : addPart(layout, slug, { title, idea });
    if (title !== '') printResult(io, `Started part ${part}, ${title}.`);
    for (const event of events) {
      const added = addEvent(layout, slug, part, event);
      const within = await safe(added.title);
      const place = `part ${added.part}${within === '' ? '' : `, ${within}`}`;
      printResult(io, added.isNew ? `Added ${event} to ${place}.` : `${event} is already in ${place}.`);
    }
    return 0;
  },
});

function eventsNamed(io: Io, words: readonly string[]): string[] {
  const { sessions } = ownSnapshot(io);
  return words.map((word) => findEvent(sessions, word));
}

/** The number of a part, given its number or title. */
function partNamed({ slug, parts }: Series, word: string): number {
  const number = /^[1-9]\d{0,5}$/.test(word) ? Number(word) : null;
  if (number !== null && number <= parts.length) return number;
  const wanted = word.toLowerCase();
  const place = parts.findIndex(({ title }) => title.toLowerCase() === wanted);
  if (place !== -1) return place + 1;
  throw new ChronicleError(
    'CHRONICLE_NO_PART',
    `The series ${slug} has no part ${word}. \`chronicle series show ${slug}\` lists its parts. Nothing was changed.`,
  );
}

function wrongUse(sentence: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_WRONG_USE',
    `${sentence}. Example: \`chronicle series add my-series last#e-3fa9c1 --part 2\`. Nothing was changed.`,
  );
}
