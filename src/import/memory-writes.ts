import type { Digest } from '../chronicle/event-id.ts';
import { type MemoryPath, memoryPathOf } from './memory-path.ts';
import { patched } from './patched.ts';
import { type ToolCall, type ToolResult, wordOf } from './record.ts';

/** A change of a memory file that a transcript shows. */
export interface MemoryWrite extends MemoryPath {
  /** The record of the call, and which of its calls it is, from 0. */
  record: string;
  nth: number;
  /** When it was called for, in milliseconds: before the file was made. */
  at: number;
  isNew: boolean;
  /** SHA-256 of the file's whole text before and after, as far as the transcript knows it; null where it does not. */
  before: string | null;
  after: string | null;
}

/** The memory file that a successful call wrote, or null. */
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
  // The host adds to what it is asked to write, and notes what came of it.
  const after = call.name === 'Write' ? wordOf(noted.content) : patched(original, noted.structuredPatch);
  const digest = (text: string | null) => (text === null ? null : sha256(text));
  return { ...path, isNew, before: isNew ? null : digest(original), after: digest(after) };
}
