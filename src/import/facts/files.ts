import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from '#src/transcript/records.ts';
import { beginning } from '../clean-line.ts';
import { type ChangedLines, changedLines, inHunks } from './changed-lines.ts';
import { type Places, projectPath } from './file-path.ts';

/** Tools that edit a file. */
export const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;
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
export class Files {
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
    return { files: this.#edited(), ...(read.length > 0 && { readFiles: read }) };
  }

  #edited(): FactsBody['files'] {
    return [...this.#files.values()]
      .sort((a, b) => b.added + b.removed - a.added - a.removed || b.edits - a.edits)
      .map(({ prompts, isNew, ...file }) => ({
        ...file,
        prompts: [...prompts].sort((a, b) => a - b),
        ...(isNew ? { isNew } : {}),
      }));
  }
}

/** Plans of a transcript from another home. */
const USUAL_PLANS = /[\\/]\.claude[\\/]plans[\\/][^\\/]{1,200}$/;
