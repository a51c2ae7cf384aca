import { isEventName } from '#src/format/event-name.ts';
import type { Series, SeriesPart } from './series.ts';

/** A series as the YAML of its file, laid out for people to edit. */
export function seriesYaml({ title, parts }: Pick<Series, 'title' | 'parts'>): string {
  const listed = parts.length === 0 ? ['parts: []'] : ['parts:', ...parts.flatMap((part) => partYaml(part))];
  return `${[`title: ${scalar(title)}`, ...listed].join('\n')}\n`;
}

/** The lines of a part in the list of parts; `indent` comes before the dash. */
export function partYaml({ title, idea, events }: SeriesPart, indent = '  '): string[] {
  return [
    `${indent}- title: ${scalar(title)}`,
    `${indent}  idea: ${scalar(idea)}`,
    ...(events.length === 0
      ? [`${indent}  events: []`]
      : [`${indent}  events:`, ...events.map((name) => `${indent}    - ${isEventName(name) ? name : scalar(name)}`)]),
  ];
}

/** Text that needs no quotes in YAML. */
const PLAIN = /^[A-Za-z][\w.,'’()/#-]*(?: [\w.,'’()/-]+)*$/;
/** Words that some YAML parsers do not read as strings. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;
// JSON leaves these as they are; YAML does not allow them.
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** A string in YAML: plain if possible, otherwise quoted as in JSON. */
function scalar(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  return JSON.stringify(text.toWellFormed()).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
