/** The files that a session edited and read, their paths inside the project, and the changed lines. */
import { posix } from 'node:path';
import { sharedLines } from './calls.ts';
import { beginning } from './clean-line.ts';
import { type FactsBody, LONGEST } from './facts.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';

const MOST_FILES = 2000;
const MOST_PROMPTS = 500;
const MOST_READ = 50;

interface EditedFile extends ChangedLines {
  path: string;
  edits: number;
  prompts: Set<number>;
  isNew: boolean;
}

/** The files that a session edited and read. */
export class ChangedFiles {
  readonly #files = new Map<string, EditedFile>();
  readonly #read = new Map<string, number>();
  /** Claude Code's own files: plans and memories are no files of the project. */
  readonly #own: readonly string[];

  /** `projects` is Claude Code's directory of projects. */
  constructor(projects: string) {
    this.#own = projects === '' ? [] : [`${projects}/`, `${projects.replace(/\/[^/]+$/, '')}/plans/`];
  }

  /** A successful edit. Whether it counts: it does not if the file is Claude Code's own. */
  edit(call: ToolCall, result: Pick<ToolResult, 'noted'>, prompt: number | null, places: Places): boolean {
    const { input } = call;
    const { noted } = result;
    const path = wordOf(noted.filePath) ?? wordOf(input.file_path) ?? wordOf(input.notebook_path);
    // Held back for the owner of the machine to review.
    if (path === null || noted.staged === true || wordOf(noted.error) !== null) return false;
    const isNew = call.name === 'Write' && (noted.type === 'create' || (noted.originalFile === null && !noted.type));
    return this.#add(path, changedLines(call, result), isNew, prompt, places);
  }

  /** Files that a shell command changed, if the host noted them. Whether there are any. */
  changedByCommand({ noted }: Pick<ToolResult, 'noted'>, prompt: number | null, places: Places): boolean {
    const { files } = fieldsOf(noted.bashEditDiff);
    let isChanged = false;
    for (const file of Array.isArray(files) ? files.slice(0, MOST_FILES) : []) {
      const { filePath, hunks, created } = fieldsOf(file);
      const path = wordOf(filePath);
      const lines = inHunks(Array.isArray(hunks) ? hunks : []);
      if (path !== null && this.#add(path, lines, created === true, prompt, places)) isChanged = true;
    }
    return isChanged;
  }

  /** A file that a tool for that read. */
  read({ input }: ToolCall, places: Places): void {
    const path = wordOf(input.file_path) ?? wordOf(input.notebook_path) ?? '';
    const name = this.#nameOf(path, places);
    if (name !== '' && (this.#read.has(name) || this.#read.size < MOST_FILES))
      this.#read.set(name, (this.#read.get(name) ?? 0) + 1);
  }

  /** A path as the facts name it; empty for one that is not the project's. */
  #nameOf(path: string, places: Places): string {
    if (path === '' || this.#own.some((own) => path.startsWith(own)) || USUAL_PLANS.test(path)) return '';
    return beginning(projectPath(path, places), LONGEST.line);
  }

  #add(path: string, { added, removed }: ChangedLines, isNew: boolean, prompt: number | null, places: Places): boolean {
    const name = this.#nameOf(path, places);
    const known = this.#files.get(name);
    if (name === '' || (!known && this.#files.size >= MOST_FILES)) return false;
    const file = known ?? { path: name, edits: 0, added: 0, removed: 0, prompts: new Set(), isNew };
    file.edits++;
    file.added += added;
    file.removed += removed;
    if (prompt !== null && file.prompts.size < MOST_PROMPTS) file.prompts.add(prompt);
    this.#files.set(name, file);
    return true;
  }

  /** The edited files, most lines first, and those that were only read, most often read first. */
  end(): Pick<FactsBody, 'files' | 'readFiles'> {
    const read = [...this.#read]
      .filter(([path]) => !this.#files.has(path))
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_READ)
      .map(([path]) => path);
    const files = [...this.#files.values()]
      .sort((a, b) => b.added + b.removed - a.added - a.removed || b.edits - a.edits)
      .map(({ prompts, isNew, ...file }) => ({
        ...file,
        prompts: [...prompts].sort((a, b) => a - b),
        ...(isNew ? { isNew } : {}),
      }));
    return { files, ...(read.length > 0 && { readFiles: read }) };
  }
}

/** Plans of a transcript from another home. */
const USUAL_PLANS = /[\\/]\.claude[\\/]plans[\\/][^\\/]{1,200}$/;

/**
 * The lines that an edit added and removed: in the patch that the host notes besides the result
 *
 *     {"structuredPatch": [{"oldStart": 1, "lines": [" a", "-b", "+c"]}]}
 *
 * or else in the texts of the call, since records of subagents have no notes.
 */
interface ChangedLines {
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
    .reduce((a, b) => ({ added: a.added + b.added, removed: a.removed + b.removed }), { added: 0, removed: 0 });
}

const MOST_EDITS = 1000;

/** The lines that begin with `+` and `-` in a list of hunks. */
function inHunks(hunks: readonly unknown[]): ChangedLines {
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
  const { start, end } = sharedLines(before, after);
  return { added: after.length - start - end, removed: before.length - start - end };
}

/** The lines of a text; the last line end begins no line. */
function linesOf(text: unknown): string[] {
  if (typeof text !== 'string' || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Where a session worked. */
export interface Places {
  /** The root of its project; empty if unknown. */
  project: string;
  /** The directory it began in. */
  start: string;
  /** The present directory. */
  cwd: string;
}

/** Directories in which Claude Code keeps worktrees: edits there are edits of the project's files. */
const WORKTREE = /^\.claude\/worktrees\/[^/]{1,200}\/(?=.)/;
const LONGEST_PATH = 1000;

/** A path relative to the project if it is inside it, else absolute. Empty for a path that cannot be one. */
export function projectPath(path: string, { project, start, cwd }: Places): string {
  if (path.length > LONGEST_PATH || /[\0\n\r]/.test(path)) return '';
  const plain = slashed(path);
  const isAbsolute = /^(?:\/|[A-Za-z]:\/)/.test(plain);
  const whole = posix.normalize(isAbsolute ? plain : `${slashed(cwd)}/${plain}`);
  const below = within(whole, slashed(project)) ?? within(whole, slashed(start)) ?? whole;
  return below.replace(WORKTREE, '');
}

function within(path: string, directory: string): string | null {
  const root = directory.replace(/\/+$/, '');
  return root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null;
}

/** A path of Windows with slashes. */
function slashed(path: string): string {
  return /^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}
