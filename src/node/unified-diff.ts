import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

/** Beyond so many differing lines finding the shortest diff takes seconds; then all of one text is shown, and all of the other. */
const MOST_EDITS = 4000;

/**
 * What changes from one text of a file to the other, as `diff -u` says it. Null is no file. Empty if the texts are the
 * same. Ends without a line break.
 */
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
