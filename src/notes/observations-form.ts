/**
 * Observations in the form of observational memory, which `chronicle observe` reads again. It has no place for the type, the
 * subtitle, the narrative, concepts and files of an observation. Words in braces at a title's end are read as dates.
 *
 *     Date: 2026-02-11
 *     - [P1] (14:30) The API launches on 15 March. {ref: 2026-03-15}
 *       - [P2] (14:31) The review moved.
 */
import type { Fact, Observation } from '../format/notebook/observation.ts';
import type { BookObservation } from './book.ts';

/** `entries` oldest first. Without a time, `(--:--)` stands for it. */
export function observationsForm(entries: readonly Pick<BookObservation, 'at' | 'observation'>[]): string {
  const days = Map.groupBy(entries, ({ at }) => at.slice(0, 10));
  return [...days]
    .map(([day, own]) =>
      [`Date: ${day}`, ...own.map(({ at, observation }) => linesOf(at.slice(11), observation))].join('\n'),
    )
    .join('\n\n');
}

function linesOf(time: string, { priority, title, refs, rels, facts }: Observation): string {
  const dates = [
    ...refs.map((date) => ` {ref: ${date}}`),
    ...rels.map(({ date, expression }) => ` {rel: ${date} from "${expression}"}`),
  ].join('');
  return [`- [P${priority}] (${time || '--:--'}) ${oneLine(title)}${dates}`, ...facts.map(factLine)].join('\n');
}

function factLine({ text, depth, priority, time }: Fact): string {
  const marks = [priority === null ? '' : `[P${priority}] `, time === null ? '' : `(${time}) `].join('');
  return `${'  '.repeat(depth + 1)}- ${marks}${oneLine(text)}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
