import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** With more differing lines, the shortest diff would take seconds, so both texts are shown in full. */
const MOST_EDITS = 4000;

/** A diff of two versions of a file in the format of `diff -u`; null is a missing file. Empty if they are equal. No final line break. */
export function unifiedDiff(file: string, before: string | null, after: string | null): string {
  if (before === after) return '';
  const names: [string, string] = [
    before === null ? '/dev/null' : `a/${file}`,
    after === null ? '/dev/null' : `b/${file}`,
  ];
  const patch = createTwoFilesPatch(...names, before ?? '', after ?? '', undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: MOST_EDITS,
  });
  return (patch ?? wholeDiff(names, before ?? '', after ?? '')).replace(/\n$/, '');
}

function wholeDiff([from, to]: [string, string], before: string, after: string): string {
  const [old, young] = [linesOf(before), linesOf(after)];
  const marked = [...old.map((line) => `-${line}`), ...young.map((line) => `+${line}`)];
  return [`--- ${from}`, `+++ ${to}`, `@@ -1,${old.length} +1,${young.length} @@`, ...marked].join('\n');
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
