import { isEventName } from '#src/chronicle/event-name.ts';
import type { Series, SeriesPart } from './series.ts';

/** A series as its file: YAML that a person can go on with. */
export function seriesYaml({ title, parts }: Pick<Series, 'title' | 'parts'>): string {
  const listed = parts.length === 0 ? ['parts: []'] : ['parts:', ...parts.flatMap((part) => partYaml(part))];
  return `${[`title: ${scalar(title)}`, ...listed].join('\n')}\n`;
}

/** A part as an entry of the list of parts, a line each; the dash stands behind `indent`. */
export function partYaml({ title, idea, events }: SeriesPart, indent = '  '): string[] {
  return [
    `${indent}- title: ${scalar(title)}`,
    `${indent}  idea: ${scalar(idea)}`,
    ...(events.length === 0
      ? [`${indent}  events: []`]
      : [`${indent}  events:`, ...events.map((name) => `${indent}    - ${isEventName(name) ? name : scalar(name)}`)]),
  ];
}

/** Words that YAML reads as the same string without quotes. */
const PLAIN = /^[A-Za-z][\w.,'’()/#-]*(?: [\w.,'’()/-]+)*$/;
/** Words that some reader of YAML takes for something else. */
const MEANT = /^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/i;
// What JSON leaves as it is and YAML does not print.
const UNPRINTED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** JSON's strings are YAML's. */
function scalar(text: string): string {
  if (PLAIN.test(text) && !MEANT.test(text)) return text;
  return JSON.stringify(text.toWellFormed()).replace(
    UNPRINTED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
