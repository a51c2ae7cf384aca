/**
 * Additions to a file of a series as lines put into its text, so that a person finds everything else as it was left:
 * blanks, comments, quotes, line ends. Where a file is written in another way than we would, the result reads otherwise
 * than it should, and the file is edited as data.
 */

import { editYaml, type YamlChange } from '#src/node/owned/edit-yaml.ts';
import { readYaml } from '#src/node/owned/read-yaml.ts';
import type { SeriesPart } from '#src/posts/series/series.ts';
import { partYaml } from '#src/posts/series/series-yaml.ts';

/** Adds an event to the part at this place of the file's list, which has these events, or no list of them. */
export function withEventLine(text: string, part: number, events: readonly unknown[] | null, event: string): string {
  const list = ['parts', part, 'events'];
  const count = events?.length ?? 0;
  const change = count === 0 ? { path: list, value: [event] } : { path: [...list, count], value: event };
  const { line } = readYaml(text).placeOf(count === 0 ? list : [...list, count - 1]);
  return edited(text, change, (lines) => {
    const [found = ''] = lines.slice(line - 1, line);
    const dash = /^\s*- +(?=\S)/.exec(found)?.[0];
    const key = /^([\s-]*)events: *\[ *\](?= *(?:#|$))/.exec(found);
    if (count > 0 && dash !== undefined) lines.splice(line, 0, `${dash}${event}`);
    else if (count === 0 && key)
      lines.splice(line - 1, 1, found.replace(/ *\[ *\]/, ''), `${(key[1] ?? '').replace('-', ' ')}  - ${event}`);
  });
}

/** Adds a part behind those of the file, of which there are so many. */
export function withPartLines(text: string, count: number, part: SeriesPart): string {
  const change = count === 0 ? { path: ['parts'], value: [part] } : { path: ['parts', count], value: part };
  const { line } = readYaml(text).placeOf(count === 0 ? ['parts'] : ['parts', count - 1]);
  return edited(text, change, (lines) => {
    const found = lines[line - 1] ?? '';
    const indent = count === 0 ? '  ' : (/^ *(?=- )/.exec(found)?.[0] ?? '  ');
    const added = partYaml(part, indent);
    if (count === 0 && /^parts: *(?:\[ *\])? *$/.test(found)) lines.splice(line - 1, 1, 'parts:', ...added);
    else lines.push(...(count === 0 ? ['parts:'] : []), ...added);
  });
}

/** The text with its lines changed by `put`, if that reads as the change would; else the change of the data. */
function edited(text: string, change: YamlChange, put: (lines: string[]) => void): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(end);
  if (lines.at(-1) === '') lines.pop();
  put(lines);
  const byLine = `${lines.join(end)}${end}`;
  const byData = editYaml(text, [change]);
  return isSame(byLine, byData) ? byLine : byData;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [readYaml(a), readYaml(b)];
  return left.problem === null && JSON.stringify(left.value) === JSON.stringify(right.value);
}
