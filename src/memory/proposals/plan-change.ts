import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { capitalised } from '#src/lib/spelled.ts';
import {
  INDEX_BYTES,
  INDEX_LINES,
  indexEntries,
  indexSize,
  isNearlyFull,
  withEntry,
  withoutEntry,
} from '../memory-index.ts';
import type { MemoryText } from '../memory-text.ts';
import type { ProposalAction } from './proposal.ts';

/** The effect of a change on MEMORY.md. */
export interface IndexPlan {
  /** The whole text after the change; null for no file. */
  text: string | null;
  /** The entry of the memory after the change; null for none. */
  entry: { title: string; hook: string } | null;
  /** Removed and added lines; both empty if nothing changes. */
  removed: string[];
  added: string[];
}

interface IndexChange {
  action: ProposalAction;
  file: string;
  /** The memory before and after; null for none. */
  before: MemoryText | null;
  after: MemoryText | null;
  /** The current MEMORY.md; null if there is none. */
  index: string | null;
}

/**
 * The index after a change: a deleted file has no entry, every other file has one. The text of an existing entry is only
 * rewritten if the memory's description changed, since a person may have written it.
 */
export function planIndex({ action, file, before, after, index }: IndexChange): IndexPlan {
  const text = index ?? '';
  const known = indexEntries(text).find((entry) => entry.file === file);
  if (action === 'DELETE' || !after)
    return known ? planned(index, withoutEntry(text, file), file) : planned(index, index, file);
  if (known && before?.description === after.description) return planned(index, index, file);
  const title = known?.title || titleOf(after.name, file);
  return planned(index, withEntry(text, { title, file, hook: after.description }), file);
}

/** Why a change of the index is refused, in sentences, or null. An index that is already too long may not grow. */
export function indexRefusal(before: string | null, after: string | null): string | null {
  const [old, young] = [indexSize(before ?? ''), indexSize(after ?? '')];
  if (young.past === 0 || (young.lines <= old.lines && young.bytes <= old.bytes)) return null;
  return `MEMORY.md would have ${sizeOf(young)}, but Claude Code loads only ${sizeOf(LIMITS)}: it would lose ${counted(young.past, 'line')}. Shorten or delete other memories first; chronicle memory audit suggests which.`;
}

/** A warning if the index would be nearly full, or null. */
export function indexWarning(after: string | null): string | null {
  const size = indexSize(after ?? '');
  if (!isNearlyFull(size)) return null;
  return `MEMORY.md would have ${sizeOf(size)} of the ${sizeOf(LIMITS)} that Claude Code loads.`;
}

const LIMITS = { lines: INDEX_LINES, bytes: INDEX_BYTES };

function sizeOf({ lines, bytes }: { lines: number; bytes: number }): string {
  return `${grouped(lines)} lines and ${grouped(bytes)} bytes`;
}

function planned(before: string | null, text: string | null, file: string): IndexPlan {
  const entry = indexEntries(text ?? '').find((each) => each.file === file);
  const [old, young] = [entryLines(before, file), entryLines(text, file)];
  return {
    text,
    entry: entry ? { title: entry.title, hook: entry.hook } : null,
    removed: old.filter((line) => !young.includes(line)),
    added: young.filter((line) => !old.includes(line)),
  };
}

function entryLines(text: string | null, file: string): string[] {
  const lines = (text ?? '').split(/\r?\n/);
  return indexEntries(text ?? '').flatMap((entry) => (entry.file === file ? [lines[entry.line - 1] ?? ''] : []));
}

/** `money-in-cents` is "Money in cents". */
function titleOf(name: string, file: string): string {
  return capitalised((name || file.replace(/\.md$/, '')).replace(/[-_]+/g, ' ').trim());
}
