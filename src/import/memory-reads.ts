import { MEMORY_FOLDER } from '../project/paths.ts';
import { commandOf } from './called.ts';
import type { Candidate, Origin } from './found-event.ts';
import { type MemoryPath, memoryPathOf } from './memory-writes.ts';
import { type ToolCall, type ToolResult, wordOf } from './record.ts';
import { simpleCommands } from './shell-command.ts';

/** Programs that print a file. */
const SHOWS = /^(?:cat|bat|head|tail|less|more|sed|awk|grep|rg|nl)$/;
const EDITS = /^(?:Edit|MultiEdit|Write)$/;
/** A pattern that the shell expands to several files. */
const GLOB = /[*?[{]/;
/** How programs name the files that they print: `==> a.md <==`, `a.md:3:`. */
const NAMED = /^(?:==> )?([^\s:*]+\.md)(?::| <==)/gm;
const READ = 20_000;

/** The memories that a session read, each once, except those it read only to edit them. */
export class MemoryReads {
  readonly #projects: string;
  readonly #seen = new Set<string>();
  /** Reads that do not count if the next call edits the same memory. */
  #open = new Map<string, Candidate>();

  constructor(projects: string) {
    this.#projects = projects;
  }

  /** A successful call. */
  succeed(call: ToolCall, result: ToolResult, origin: Origin): Candidate[] {
    const path = memoryPathOf(wordOf(call.input.file_path) ?? '', this.#projects);
    if (EDITS.test(call.name) && path !== null) {
      const key = keyOf(path);
      if (this.#open.delete(key)) this.#seen.delete(key);
      return [];
    }
    if (call.name === 'Read') {
      if (path !== null) for (const candidate of this.#unseen(path, origin)) this.#open.set(keyOf(path), candidate);
      return [];
    }
    const found = this.end();
    return [...found, ...this.#shownBy(call, result).flatMap((each) => this.#unseen(each, origin))];
  }

  /** The reads that no edit followed, at the end of the work on a prompt. */
  end(): Candidate[] {
    const found = [...this.#open.values()];
    this.#open = new Map();
    return found;
  }

  #unseen(path: MemoryPath, origin: Origin): Candidate[] {
    const key = keyOf(path);
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    return [{ tag: 'MEMORY-HIT', text: `Read the memory ${path.file}`, details: [], origin }];
  }

  #shownBy(call: ToolCall, { text }: ToolResult): MemoryPath[] {
    const paths = shownBy(commandOf(call)).flatMap((path) => (GLOB.test(path) ? listedFiles(text, path) : [path]));
    return paths.flatMap((path) => memoryPathOf(path, this.#projects) ?? []);
  }
}

function keyOf({ directory, file }: MemoryPath): string {
  return `${directory}/${file}`;
}

/** The files that a shell command prints, also after a cd. */
function shownBy(command: string): string[] {
  if (!command.includes(MEMORY_FOLDER)) return [];
  let directory = '';
  return simpleCommands(command).flatMap(([program = '', ...words]) => {
    if (program === 'cd') directory = words[0] ?? '';
    if (!SHOWS.test(program)) return [];
    return words.filter((word) => !word.startsWith('-')).map((word) => pathFrom(directory, word));
  });
}

/** The files named in the output, in the directory of a glob. */
function listedFiles(output: string, glob: string): string[] {
  const directory = glob.slice(0, Math.max(glob.lastIndexOf('/'), 0));
  const named = [...output.slice(0, READ).matchAll(NAMED)].map(([, name = '']) => name);
  return named.map((name) => `${directory}/${name.slice(name.lastIndexOf('/') + 1)}`);
}

function pathFrom(directory: string, word: string): string {
  return directory === '' || /^[/~]|^[A-Za-z]:/.test(word)
    ? word
    : `${directory.replace(/[\\/]+$/, '')}/${word.replace(/^\.\//, '')}`;
}
