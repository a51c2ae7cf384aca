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

/** What a change does to MEMORY.md. */
export interface IndexPlan {
  /** The whole text afterwards; null for no file. */
  text: string | null;
  /** The entry of the file afterwards; null for none. */
  entry: { title: string; hook: string } | null;
  /** Lines that go and come; both empty if it is left alone. */
  removed: string[];
  added: string[];
}

interface IndexChange {
  action: ProposalAction;
  file: string;
  /** The memory before and after; null for none. */
  before: MemoryText | null;
  after: MemoryText | null;
  /** MEMORY.md as it stands; null if there is none. */
  index: string | null;
}

/**
 * The index after a change: a deleted file has no entry, every other has one. The words behind an entry that is there
 * are only rewritten if the memory's description changed, since a person may have chosen them.
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

/** Why a change of the index is refused, as sentences; null if it is not. An index that is too long already may not grow. */
export function indexRefusal(before: string | null, after: string | null): string | null {
  const [old, young] = [indexSize(before ?? ''), indexSize(after ?? '')];
  if (young.past === 0 || (young.lines <= old.lines && young.bytes <= old.bytes)) return null;
  return `MEMORY.md would have ${sizeOf(young)}, and Claude Code loads the first ${sizeOf(LIMITS)}: ${young.past === 1 ? 'a line' : `${young.past} lines`} of it would be lost. Shorten or delete other memories first; chronicle memory audit names candidates.`;
}

/** A sentence about an index that is nearly full; null if it is not. */
export function indexWarning(after: string | null): string | null {
  const size = indexSize(after ?? '');
  if (!isNearlyFull(size)) return null;
  return `MEMORY.md would have ${sizeOf(size)} of the ${sizeOf(LIMITS)} that Claude Code loads.`;
}

const LIMITS = { lines: INDEX_LINES, bytes: INDEX_BYTES };

function sizeOf({ lines, bytes }: { lines: number; bytes: number }): string {
  return `${lines.toLocaleString('en-GB')} lines and ${bytes.toLocaleString('en-GB')} bytes`;
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
  const words = (name || file.replace(/\.md$/, '')).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
