/**
 * Counts the lines that an edit added and removed: in the patch that the host notes besides the result
 *
 *     {"structuredPatch": [{"oldStart": 1, "lines": [" a", "-b", "+c"]}]}
 *
 * or else in the texts of the call, since records of subagents have no notes.
 */
import { fieldsOf, type ToolCall, type ToolResult } from '#src/transcript/records.ts';

export interface ChangedLines {
  added: number;
  removed: number;
}

/** The lines that a successful edit changed. An unknown old text counts as no lines. */
export function changedLines({ name, input }: ToolCall, { noted }: Pick<ToolResult, 'noted'>): ChangedLines {
  if (Array.isArray(noted.structuredPatch) && noted.structuredPatch.length > 0) return inHunks(noted.structuredPatch);
  if (name === 'Write') return written(noted.content ?? input.content, noted);
  if (name === 'NotebookEdit') return inCell(input, noted);
  const edits = name === 'MultiEdit' && Array.isArray(input.edits) ? input.edits.map(fieldsOf) : [input];
  return edits
    .slice(0, MOST_EDITS)
    .map(({ old_string, new_string }) => between(linesOf(old_string), linesOf(new_string)))
    .reduce(sum, { added: 0, removed: 0 });
}

const MOST_EDITS = 1000;

/** The lines that begin with `+` and `-` in a list of hunks. */
export function inHunks(hunks: readonly unknown[]): ChangedLines {
  const counted = { added: 0, removed: 0 };
  for (const hunk of hunks) {
    const { lines } = fieldsOf(hunk);
    for (const line of Array.isArray(lines) ? lines : [])
      if (typeof line === 'string') {
        if (line.startsWith('+')) counted.added++;
        else if (line.startsWith('-')) counted.removed++;
      }
  }
  return counted;
}

/** A written file is new, or its old text is noted, or it is unknown what changed. */
function written(content: unknown, { type, originalFile }: ToolResult['noted']): ChangedLines {
  if (typeof originalFile === 'string') return between(linesOf(originalFile), linesOf(content));
  return type === 'update' ? { added: 0, removed: 0 } : { added: linesOf(content).length, removed: 0 };
}

function inCell(input: ToolCall['input'], noted: ToolResult['noted']): ChangedLines {
  const isDeleted = (noted.edit_mode ?? input.edit_mode) === 'delete';
  return between(linesOf(noted.old_source), isDeleted ? [] : linesOf(noted.new_source ?? input.new_source));
}

/** Lines of two texts without the equal ones at their beginnings and ends. */
function between(before: readonly string[], after: readonly string[]): ChangedLines {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { added: after.length - start - end, removed: before.length - start - end };
}

/** The lines of a text; the last line end begins no line. */
function linesOf(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function sum(a: ChangedLines, b: ChangedLines): ChangedLines {
  return { added: a.added + b.added, removed: a.removed + b.removed };
}
