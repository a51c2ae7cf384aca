/** Follows the changes that a session makes to files, to see when one is reverted. */
import type { Digest } from '../chronicle/event-id.ts';
import { type ToolCall, type ToolResult, wordOf } from '../transcript/records.ts';
import { shownChange } from './shown-change.ts';

/** A change to a part of a file: the digests of its text before and after. */
interface Change {
  before: string;
  after: string;
}

/** A change that was undone. */
export interface DoneChange {
  path: string;
  /** A few lines of it, as a diff shows them; empty if they are unknown. */
  lines: string;
}

interface EditedFile {
  path: string;
  /** Whether the session created the file. */
  isOwn: boolean;
  /** Whether it has changes that were neither committed nor reverted. */
  isOpen: boolean;
  /** Whether it has changes that were committed since. */
  isCommitted: boolean;
  /** A few lines of its last change. */
  lines: string;
  /** Whether it also has changes that are not in `changes`, such as by a shell command. */
  hasUnknownChanges: boolean;
  changes: Change[];
  /** Digests of the whole file before each change. */
  states: Set<string>;
}

/** Further changes to a file are not remembered. */
const MOST_CHANGES = 200;
const MOST_FILES = 2000;
/** Lines that are added and removed while debugging. */
const PROBE = /console\.|\bprint(?:ln|f)?\b|\bdebug|\bdbg!|\blog(?:ger)?\b|\.only\(|\.skip\(|\becho\b|\bTODO\b/i;

export class FileEdits {
  readonly #files = new Map<string, EditedFile>();
  readonly #digest: Digest;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** Notes a successful edit. Returns the earlier one of this session that it reverts, or null. */
  edit(call: ToolCall, result: ToolResult): DoneChange | null {
    const { noted } = result;
    const path = wordOf(call.input.file_path);
    const parts = path === null ? [] : partsOf(call, noted);
    if (path === null || parts.length === 0) return null;
    const file = this.#opened(path, isMade(call, noted));
    const undone = { path, lines: file.lines };
    file.lines = shownChange(call, result)?.lines ?? '';
    const isBack = parts.map((part) => this.#change(file, part));
    const isWhole = this.#isWholeBack(file, call, noted);
    // Nothing is left that git could revert.
    if (file.changes.length === 0 && !file.hasUnknownChanges) file.isOpen = false;
    return isWhole || isBack.some(Boolean) ? undone : null;
  }

  /** Whether a whole file is written as it was before an earlier change. */
  #isWholeBack(
    { states }: EditedFile,
    { name, input }: ToolCall,
    { originalFile, content }: ToolResult['noted'],
  ): boolean {
    const before = wordOf(originalFile);
    const after = name === 'Write' ? (wordOf(content) ?? wordOf(input.content)) : null;
    const isBack = before !== after && after !== null && states.has(this.#digest(after));
    if (before !== null && states.size < MOST_CHANGES) states.add(this.#digest(before));
    return isBack && !isProbe(before ?? '', after);
  }

  /** Notes that a file was changed or created in an unknown way. */
  touch(path: string, isOwn: boolean): void {
    this.#opened(path, isOwn).hasUnknownChanges = true;
  }

  #opened(path: string, isOwn: boolean): EditedFile {
    const fresh = {
      path,
      isOwn,
      isOpen: true,
      isCommitted: false,
      lines: '',
      hasUnknownChanges: false,
      changes: [],
      states: new Set<string>(),
    };
    const file = this.#files.get(path) ?? fresh;
    file.isOpen = true;
    if (this.#files.size < MOST_FILES) this.#files.set(path, file);
    return file;
  }

  /** Reverts the matching files with open changes, or with committed ones, and returns what is undone. */
  takeBack(names: (path: string) => boolean, alsoCommitted: boolean): DoneChange[] {
    const found = [...this.#files.values()].filter(
      ({ path, isOpen, isCommitted }) => (isOpen || (alsoCommitted && isCommitted)) && names(path),
    );
    return this.#without(found);
  }

  /** Removes the matching files that this session created, and returns what was in them. */
  remove(names: (path: string) => boolean): DoneChange[] {
    return this.#without([...this.#files.values()].filter(({ path, isOwn }) => isOwn && names(path)));
  }

  #without(files: readonly EditedFile[]): DoneChange[] {
    for (const { path } of files) this.#files.delete(path);
    return files.map(({ path, lines }) => ({ path, lines }));
  }

  /** A commit: a later checkout of files does not revert these changes, unless it names an older commit. */
  commit(): void {
    for (const file of this.#files.values())
      Object.assign(file, { isOpen: false, isOwn: false, isCommitted: file.isCommitted || file.isOpen });
  }

  #change(file: EditedFile, { before, after }: { before: string; after: string }): boolean {
    const change = { before: this.#digest(before), after: this.#digest(after) };
    const undone = file.changes.find((earlier) => earlier.before === change.after && earlier.after === change.before);
    if (undone) file.changes = file.changes.filter((other) => other !== undone);
    else if (file.changes.length >= MOST_CHANGES) file.hasUnknownChanges = true;
    else if (change.before !== change.after) file.changes.push(change);
    return undone !== undefined && !isProbe(before, after);
  }
}

function partsOf({ name, input }: ToolCall, noted: ToolResult['noted']): { before: string; after: string }[] {
  if (name === 'Edit') return part(input.old_string, input.new_string);
  if (name === 'MultiEdit' && Array.isArray(input.edits))
    return input.edits.flatMap((edit) => part(edit?.old_string, edit?.new_string));
  // A new file was empty before; for an overwritten one, the host records the old text.
  return name === 'Write' ? part(noted.originalFile ?? '', noted.content ?? input.content) : [];
}

function part(before: unknown, after: unknown): { before: string; after: string }[] {
  return typeof before === 'string' && typeof after === 'string' ? [{ before, after }] : [];
}

function isMade({ name }: ToolCall, { type, originalFile }: ToolResult['noted']): boolean {
  return name === 'Write' && (type === 'create' || originalFile === null);
}

/** Whether the longer text only adds lines for debugging. */
function isProbe(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const kept = new Set(short.split('\n').map((line) => line.trim()));
  const added = long.split('\n').filter((line) => line.trim() !== '' && !kept.has(line.trim()));
  return added.length > 0 && added.every((line) => PROBE.test(line));
}
