/** What one session did to files, as far as it takes to see that it was taken back. */
import type { Digest } from '../chronicle/event-id.ts';
import { type ToolCall, type ToolResult, wordOf } from './record.ts';

/** One change of a part of a file: digests of what stood there and what took its place. */
interface Change {
  before: string;
  after: string;
}

interface EditedFile {
  path: string;
  /** The session made the file. */
  isOwn: boolean;
  /** Changes that nobody has committed or taken back. */
  isOpen: boolean;
  /** Changed in a way that `changes` does not tell, as by a shell command. */
  isUntold: boolean;
  changes: Change[];
  /** Digests of what was in the whole file before each change. */
  states: Set<string>;
}

/** More changes of a file than these are not looked back at. */
const MOST_CHANGES = 200;
const MOST_FILES = 2000;
/** Lines that come and go while one looks for a fault. */
const PROBE = /console\.|\bprint(?:ln|f)?\b|\bdebug|\bdbg!|\blog(?:ger)?\b|\.only\(|\.skip\(|\becho\b|\bTODO\b/i;

export class FileEdits {
  readonly #files = new Map<string, EditedFile>();
  readonly #digest: Digest;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** Notes a successful edit. Whether it puts back what an earlier one of this session had changed. */
  edit(call: ToolCall, { noted }: ToolResult): boolean {
    const path = wordOf(call.input.file_path);
    const parts = path === null ? [] : partsOf(call, noted);
    if (path === null || parts.length === 0) return false;
    const file = this.#opened(path, isMade(call, noted));
    const isBack = parts.map((part) => this.#change(file, part));
    const isWhole = this.#isWholeBack(file, call, noted);
    // Nothing is left that git could take back.
    if (file.changes.length === 0 && !file.isUntold) file.isOpen = false;
    return isWhole || isBack.some(Boolean);
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

  /** Notes that a file was changed, or made, by something that does not say how. */
  touch(path: string, isOwn: boolean): void {
    this.#opened(path, isOwn).isUntold = true;
  }

  #opened(path: string, isOwn: boolean): EditedFile {
    const fresh = { path, isOwn, isOpen: true, isUntold: false, changes: [], states: new Set<string>() };
    const file = this.#files.get(path) ?? fresh;
    file.isOpen = true;
    if (this.#files.size < MOST_FILES) this.#files.set(path, file);
    return file;
  }

  /** The files with open changes that a path names: the file itself, or all below a directory. Their changes are then taken back. */
  takeBack(names: (path: string) => boolean): string[] {
    const found = [...this.#files.values()].filter(({ path, isOpen }) => isOpen && names(path));
    for (const { path } of found) this.#files.delete(path);
    return found.map(({ path }) => path);
  }

  /** The files that this session made and now removes. */
  remove(names: (path: string) => boolean): string[] {
    const found = [...this.#files.values()].filter(({ path, isOwn }) => isOwn && names(path));
    for (const { path } of found) this.#files.delete(path);
    return found.map(({ path }) => path);
  }

  /** What was committed is not taken back by a checkout of files. */
  commit(): void {
    for (const file of this.#files.values()) Object.assign(file, { isOpen: false, isOwn: false });
  }

  #change(file: EditedFile, { before, after }: { before: string; after: string }): boolean {
    const change = { before: this.#digest(before), after: this.#digest(after) };
    const undone = file.changes.find((earlier) => earlier.before === change.after && earlier.after === change.before);
    if (undone) file.changes = file.changes.filter((other) => other !== undone);
    else if (file.changes.length >= MOST_CHANGES) file.isUntold = true;
    else if (change.before !== change.after) file.changes.push(change);
    return undone !== undefined && !isProbe(before, after);
  }
}

function partsOf({ name, input }: ToolCall, noted: ToolResult['noted']): { before: string; after: string }[] {
  if (name === 'Edit') return part(input.old_string, input.new_string);
  if (name === 'MultiEdit' && Array.isArray(input.edits))
    return input.edits.flatMap((edit) => part(edit?.old_string, edit?.new_string));
  // A file that is made comes from nothing; of one that is overwritten the host notes what stood there.
  return name === 'Write' ? part(noted.originalFile ?? '', noted.content ?? input.content) : [];
}

function part(before: unknown, after: unknown): { before: string; after: string }[] {
  return typeof before === 'string' && typeof after === 'string' ? [{ before, after }] : [];
}

function isMade({ name }: ToolCall, { type, originalFile }: ToolResult['noted']): boolean {
  return name === 'Write' && (type === 'create' || originalFile === null);
}

/** Whether the longer of two texts has nothing more than lines of a search for a fault. */
function isProbe(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const kept = new Set(short.split('\n').map((line) => line.trim()));
  const added = long.split('\n').filter((line) => line.trim() !== '' && !kept.has(line.trim()));
  return added.length > 0 && added.every((line) => PROBE.test(line));
}
