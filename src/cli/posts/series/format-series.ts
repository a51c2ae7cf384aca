import type { Output } from '#src/cli/terminal/io.ts';
import { table } from '#src/cli/terminal/table.ts';
import { bold, cyan, dim, joined, line, type Text } from '#src/cli/terminal/text.ts';
import type { Arc } from '#src/posts/series/arcs.ts';
import { type Outline, outlineWords } from '#src/posts/series/outline.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';

const LINE = 100;

/** One line per series, then the stories that could become one. */
export function formatSeries(outlines: readonly Outline[], arcs: readonly Arc[], stdout: Output): Text {
  const rows = outlines.map((outline) => [
    outline.series.slug,
    outlineWords(outline),
    clip(oneLine(outline.series.title), LINE),
  ]);
  const series = table(rows, { head: ['Series', 'Size', 'Title'], width: stdout.columns, keep: [0] });
  const parts = [...(outlines.length > 0 ? [series] : []), ...(arcs.length > 0 ? [formatArcs(arcs)] : [])];
  return joined(parts, '\n\n');
}

/** Stories that could become a series, each with the command for it. */
function formatArcs(arcs: readonly Arc[]): Text {
  const stories = arcs.map((arc) =>
    joined([
      line`${clip(oneLine(arc.title), LINE)} ${dim(`(${arc.project.slug})`)}`,
      `  ${counted(arc.sessions.length, 'session')}, ${daysOf(arc)}, share ${clip(oneLine(arc.because), LINE)}`,
      line`  ${cyan(commandOf(arc))}`,
    ]),
  );
  return joined([bold('Sessions that belong together'), ...stories], '\n\n');
}

/** A series as JSON. */
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

/** A story as JSON. */
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

/** A key consists of slugs, so it needs no quotes in any shell. */
function commandOf({ key }: Arc): string {
  return `chronicle series new --from ${key}`;
}

function daysOf({ sessions }: Arc): string {
  const dates = sessions.map(({ chronicle }) => chronicle.frontMatter.date).sort();
  return dayRange(dates[0] ?? '', dates.at(-1) ?? '');
}
