import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';

const READ = 8000;
const MOST = 6;
const LONGEST = 160;

/** The lines in which two texts differ, as a diff shows them; a few of each. Empty if there are none. */
function shownLines(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd--;
    nowEnd--;
  }
  return [...marked('-', old.slice(start, oldEnd)), ...marked('+', now.slice(start, nowEnd))].join('\n');
}

/** The change that a call made to a file; null for other calls. */
export function shownChange({ name, input }: ToolCall, { noted }: ToolResult): { path: string; lines: string } | null {
  const path = wordOf(input.file_path);
  if (path === null) return null;
  if (name === 'Write') return { path, lines: shownLines(textOf(noted.originalFile), textOf(input.content)) };
  if (name === 'Edit') return { path, lines: shownLines(textOf(input.old_string), textOf(input.new_string)) };
  if (name !== 'MultiEdit' || !Array.isArray(input.edits)) return null;
  const { old_string: before, new_string: after } = fieldsOf(input.edits[0]);
  return { path, lines: shownLines(textOf(before), textOf(after)) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.slice(0, READ).split('\n');
}

function marked(mark: string, lines: readonly string[]): string[] {
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, MOST)
    .map((line) => `${mark}${line.slice(0, LONGEST)}`);
}
