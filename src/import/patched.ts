import { fieldsOf } from './record.ts';

/** A text with the hunks of a unified diff put in, as the host notes them of an edit; null where they do not tell it. */
export function patched(original: string | null, hunks: unknown): string | null {
  if (original === null || !Array.isArray(hunks) || hunks.length === 0) return null;
  const lines = original.split('\n');
  let moved = 0;
  for (const hunk of hunks) {
    const { oldStart, oldLines, lines: written } = fieldsOf(hunk);
    if (typeof oldStart !== 'number' || typeof oldLines !== 'number' || !Array.isArray(written)) return null;
    const kept = written.filter((line): line is string => typeof line === 'string' && !/^[-\\]/.test(line));
    lines.splice(Math.max(0, oldStart - 1 + moved), oldLines, ...kept.map((line) => line.slice(1)));
    moved += kept.length - oldLines;
  }
  return lines.join('\n');
}
