/**
 * Adds to a series file by inserting lines, so that everything else stays as the owner wrote it: blank lines, comments,
 * quotes, line ends. If the result does not read as it should, because the file is laid out differently, the file is
 * edited as data instead.
 */

import { editYaml, type YamlChange } from '#src/lib/edit-yaml.ts';
import { readYaml } from '#src/lib/read-yaml.ts';
import type { SeriesPart } from '#src/posts/series/series.ts';
import { partYaml } from '#src/posts/series/series-yaml.ts';

/** Adds an event to the part with this index. `events` are the part's events, or null if it has no such list. */
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

/** Adds a part at the end; `count` is how many the file has. */
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

/** The text with its lines changed by `insert` if that gives the right data, otherwise with the data changed. */
function edited(text: string, change: YamlChange, insert: (lines: string[]) => void): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(end);
  if (lines.at(-1) === '') lines.pop();
  insert(lines);
  const byLine = `${lines.join(end)}${end}`;
  const byData = editYaml(text, [change]);
  return isSame(byLine, byData) ? byLine : byData;
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [readYaml(a), readYaml(b)];
  return left.problem === null && JSON.stringify(left.value) === JSON.stringify(right.value);
}
