/**
 * The figures of a post: charts of the archive with a title and a description of their own. Each contains at most one text
 * from the archive, the name of a mistake. The rest is fixed wording, dates, numbers and hashes of commits.
 */
import { type SessionChart, sessionChartOf } from '#src/archive/session-chart.ts';
import type { Drawing } from '#src/chart/drawing.ts';
import { memoryChart } from '#src/chart/hit-miss-bars.ts';
import { groupLine, lifeline, lifelineInWords } from '#src/chart/lifeline.ts';
import { sessionPicture } from '#src/chart/session-chart.ts';
import type { Session } from '#src/format/session.ts';
import { mistakeName } from '#src/memory/mistake-words.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import type { MemoryRecord, MemoryTrends } from '#src/memory/memory.ts';
import { dayAfter, daysBetween } from '#src/lib/calendar-day.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { plainText } from '#src/lib/text/blocks.ts';
import { cutAtWord } from '#src/lib/text/clip.ts';
import { dayRange } from '#src/lib/text/day.ts';
import { readInline } from '#src/lib/text/markdown.ts';
import { visibleLine } from '#src/lib/text/plain.ts';
import { factsPath } from '#src/lib/paths.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import type { FigureName } from './draft-body.ts';

/** Screen readers split longer alt text. */
const ALT = 300;
/** The longest title that fits a picture, dates included. */
const TITLE = 68;

/** What a figure draws. `name` is that of its file, without the ending. */
export type FigureData = { name: string } & (
  | { kind: 'lifeline'; group: Mistake }
  | { kind: 'trend'; trends: MemoryTrends }
  | { kind: 'session'; chart: SessionChart; date: string }
);

/** Looks up what a figure draws: its data, or why there is none. `sessions` are those of the draft, in its order. */
export function figureData(
  figure: FigureName,
  record: MemoryRecord,
  sessions: readonly (Session | undefined)[],
): FigureData | { unknown: string; nearest?: string | undefined } | { empty: string } {
  switch (figure.kind) {
    case 'lifeline': {
      const group = record.mistakes.find(({ anchor }) => anchor === figure.group);
      if (group) return { name: `lifeline-${figure.group}`, kind: 'lifeline', group };
      const nearest = nearestOf(
        figure.group,
        record.mistakes.map(({ anchor }) => anchor),
      );
      return { unknown: 'mistake', nearest };
    }
    case 'trend':
      if (record.trends.weeks.length === 0) return { empty: 'there are no memory hits or misses yet' };
      return { name: 'hits-and-misses', kind: 'trend', trends: record.trends };
    case 'session': {
      const session = sessions[figure.nth - 1];
      if (!session) return { unknown: 'session' };
      const chart = sessionChartOf(session, readFacts(factsPath(session.path)).facts);
      if (!chart) return { empty: 'too little is known of when something happened in the session' };
      const name = figure.nth === 1 ? 'session-chart' : `session-chart-${figure.nth}`;
      return { name, kind: 'session', chart, date: session.chronicle.frontMatter.date };
    }
  }
}

/**
 * Draws a figure of a post. Text from the archive passes through `edit` in full, before it is cut or drawn. The drawing's
 * description is its alt text, at most 300 characters: `alt`, if the author gave one.
 */
export function drawFigure(figure: FigureData, alt: string, edit: (text: string) => string): Drawing {
  const named = (text: string) => visibleLine(plainText(readInline(edit(visibleLine(text)))));
  const given = alt.trim() === '' ? '' : cutAtWord(named(alt), ALT);
  const drawn = drawingOf(figure, named);
  return given === '' ? drawn : drawn.named(drawn.title, given);
}

function drawingOf(figure: FigureData, named: (text: string) => string): Drawing {
  if (figure.kind === 'lifeline') return lifelineFigure(figure.group, named);
  if (figure.kind === 'session')
    return sessionPicture(figure.chart, `The session of ${dayRange(figure.date, figure.date)}`);
  return memoryChart(figure.trends);
}

function lifelineFigure(group: Mistake, named: (text: string) => string): Drawing {
  const line = groupLine(group, null);
  const days = [...line.marks, ...line.flags].map(({ date }) => date).sort();
  const { from, to } = widened(days[0] ?? line.from, days.at(-1) ?? line.to);
  const name = editedName(group, named);
  const range = `, ${dayRange(from, to)}`;
  const words = lifelineInWords({ ...line, from, to });
  const described = `“${cutAtWord(name, TITLE)}”: ${words}`;
  return lifeline({ ...line, from, to }).named(
    `${cutAtWord(name, TITLE - range.length)}${range}`,
    cutAtWord(described, ALT),
  );
}

/** Fewer days do not show a trend. */
const LEAST = 14;

/** A range widened evenly to two weeks. Empty days stay empty. */
function widened(from: string, to: string): { from: string; to: string } {
  const missing = Math.max(0, LEAST - 1 - daysBetween(from, to));
  return { from: dayAfter(from, -Math.floor(missing / 2)), to: dayAfter(to, Math.ceil(missing / 2)) };
}

/**
 * A group is named after the start of a miss unless the owner named it. A secret cut in half is not recognized, so the
 * whole miss is edited and then cut again.
 */
function editedName({ name, misses }: Mistake, named: (text: string) => string): string {
  const origin = misses.find((miss) => mistakeName([miss]) === name);
  if (!origin) return named(name);
  const { session, event } = origin;
  return mistakeName([{ session, event: { ...event, text: named(event.text) } }]);
}
