import { table } from '#src/cli/terminal/table.ts';
import type { Text } from '#src/cli/terminal/text.ts';
import type { Arc } from '#src/posts/series/arcs.ts';
import { type Outline, outlineWords } from '#src/posts/series/outline.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import { counted, dayRange } from '#src/text/day.ts';

const LINE = 100;

/** A series a line: its slug, what it has, its title. */
export function formatSeries(outlines: readonly Outline[]): Text {
  return table(
    outlines.map((outline) => [outline.series.slug, outlineWords(outline), clip(oneLine(outline.series.title), LINE)]),
  );
}

/** Stories that could be series, each with the command that makes one of it. */
export function formatArcs(arcs: readonly Arc[]): string {
  if (arcs.length === 0) return '';
  const stories = arcs.flatMap((arc) => [
    '',
    `${clip(oneLine(arc.title), LINE)} (${arc.project.slug})`,
    `  ${counted(arc.sessions.length, 'session')}, ${daysOf(arc)}: ${clip(oneLine(arc.because), LINE)}`,
    `  ${commandOf(arc)}`,
  ]);
  return ['Sessions that tell one story:', ...stories].join('\n');
}

/** A series for a script. */
export function seriesEntry({ series, parts, events, missing, sessions, words }: Outline): Record<string, unknown> {
  const { slug, title, path, problems } = series;
  return {
    slug,
    title,
    path,
    parts: parts.length,
    events,
    missing,
    sessions: sessions.length,
    words,
    problems: problems.length,
  };
}

/** A story for a script. */
export function arcEntry(arc: Arc): Record<string, unknown> {
  const { key, project, title, sessions, because } = arc;
  return {
    key,
    project: project.slug,
    title,
    because,
    sessions: sessions.map(({ id, name }) => ({ id, name })),
    command: commandOf(arc),
  };
}

/** A key is made of slugs, and needs no quotes in any shell. */
function commandOf({ key }: Arc): string {
  return `chronicle series new --from ${key}`;
}

function daysOf({ sessions }: Arc): string {
  const dates = sessions.map(({ chronicle }) => chronicle.frontMatter.date).sort();
  return dayRange(dates[0] ?? '', dates.at(-1) ?? '');
}
