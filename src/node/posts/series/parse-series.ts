import { isEventName } from '#src/chronicle/event-name.ts';
import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import { readYaml, type YamlPath } from '#src/node/yaml/read-yaml.ts';
import { YamlReader } from '#src/node/yaml/yaml-reader.ts';
import type { Series, SeriesPart } from '#src/posts/series/series.ts';
import { isRecord } from '#src/value/is-record.ts';

/** What a file of a series says. */
export type SeriesText = Pick<Series, 'title' | 'parts'>;

/** As many as a series may have, and more than anybody tells. */
export const MOST_PARTS = 100;
export const MOST_EVENTS = 500;
const LONGEST = { title: 300, idea: 5000 };

/** Reads a file of a series. What is not of its form is a problem and left out; null only if it is no YAML. Never throws. */
export function parseSeries(text: string): { value: SeriesText | null; problems: Problem[] } {
  const yaml = readYaml(text);
  if (yaml.problem) {
    const { line, column, fault } = yaml.problem;
    return { value: null, problems: [problemAt('CHRONICLE_SERIES_YAML', line, column, fault)] };
  }
  const reader = new YamlReader(yaml, 'CHRONICLE_SERIES');
  const { title, parts } = reader.keys(yaml.value, [], ['title', 'parts']);
  const value = {
    title: reader.text(title, ['title'], LONGEST.title),
    parts: reader.list(parts, ['parts'], MOST_PARTS).flatMap(({ item, path }) => partOf(reader, item, path)),
  };
  return { value, problems: reader.problems };
}

function partOf(reader: YamlReader, value: unknown, path: YamlPath): SeriesPart[] {
  if (!isRecord(value)) return reader.refuse(path, 'a part has a title, an idea and events');
  const { title, idea, events } = reader.keys(value, path, ['title', 'idea', 'events']);
  return [
    {
      title: reader.text(title, [...path, 'title'], LONGEST.title),
      idea: reader.text(idea, [...path, 'idea'], LONGEST.idea),
      events: reader
        .list(events, [...path, 'events'], MOST_EVENTS)
        .flatMap(({ item, path: place }) =>
          typeof item === 'string' && isEventName(item) ? [item] : reader.refuse(place, 'this names no event'),
        ),
    },
  ];
}
