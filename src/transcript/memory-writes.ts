import type { Digest } from '../format/event-id.ts';
import { INDEX_FILE, pathsOf, MEMORY_FILE, MEMORY_FOLDER } from '../lib/paths.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';

/** A memory file of a project: `<config>/projects/-home-me-app/memory/feedback_money.md`. */
export interface MemoryPath {
  /** The name of the project's directory below `projects`. */
  directory: string;
  file: string;
}

/** Its place below any home directory. */
const USUAL = `${pathsOf('/.claude').projects}/`;

/**
 * The memory file at a path, or null. `projects` is the present directory of Claude Code; a transcript may come from
 * another home. MEMORY.md does not count, as every session reads it.
 */
export function memoryPathOf(path: string, projects: string): MemoryPath | null {
  if (!path.includes(MEMORY_FOLDER)) return null;
  const plain = path.replaceAll('\\', '/');
  const own = projects.replaceAll('\\', '/');
  const elsewhere = plain.lastIndexOf(USUAL);
  const below = plain.startsWith(`${own}/`)
    ? plain.slice(own.length + 1)
    : elsewhere === -1
      ? ''
      : plain.slice(elsewhere + USUAL.length);
  const [, directory, file] = MEMORY_FILE.exec(below) ?? [];
  return directory === undefined || file === undefined || file === INDEX_FILE ? null : { directory, file };
}

/** A change to a memory file in a transcript. */
export interface MemoryWrite extends MemoryPath {
  /** The record of the call, and the index of the call in it. */
  record: string;
  nth: number;
  /** The time of the call, in milliseconds, which is before the file was written. */
  at: number;
  isNew: boolean;
  /** SHA-256 of the whole file before and after; null if the transcript does not contain it. */
  before: string | null;
  after: string | null;
}

/** The change that a successful call made to a memory file, or null. */
export function memoryWriteOf(
  call: ToolCall,
  { noted }: ToolResult,
  { projects, sha256 }: { projects: string; sha256: Digest },
): Omit<MemoryWrite, 'record' | 'nth' | 'at'> | null {
  if (call.name !== 'Write' && call.name !== 'Edit' && call.name !== 'MultiEdit') return null;
  const path = memoryPathOf(wordOf(call.input.file_path) ?? '', projects);
  if (path === null) return null;
  const original = typeof noted.originalFile === 'string' ? noted.originalFile : null;
  const isNew =
    call.name === 'Write' && (noted.type === 'create' || (noted.originalFile === null && noted.type !== 'update'));
  // The host may add to the text, and records the result.
  const after = call.name === 'Write' ? wordOf(noted.content) : patched(original, noted.structuredPatch);
  const digest = (text: string | null) => (text === null ? null : sha256(text));
  return { ...path, isNew, before: isNew ? null : digest(original), after: digest(after) };
}

/** Applies the hunks of a unified diff, as the host records them for an edit; null if they do not apply. */
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
