import { commandOf } from './called.ts';
import type { Candidate, Origin } from './candidate.ts';
import { type MemoryPath, memoryPathOf } from './memory-path.ts';
import { type ToolCall, wordOf } from './record.ts';
import { simpleCommands } from './shell-command.ts';

/** Programs that show a file. */
const SHOWS = /^(?:cat|bat|head|tail|less|more|sed|awk|grep|rg|nl)$/;

/** The memories that one session looked at, each once. */
export class MemoryReads {
  readonly #projects: string;
  readonly #seen = new Set<string>();

  constructor(projects: string) {
    this.#projects = projects;
  }

  /** A call that succeeded. */
  succeed(call: ToolCall, origin: Origin): Candidate[] {
    return this.#pathsIn(call).flatMap(({ directory, file }) => {
      const key = `${directory}/${file}`;
      if (this.#seen.has(key)) return [];
      this.#seen.add(key);
      return [{ tag: 'MEMORY-HIT' as const, text: `Looked at the memory ${file}`, details: [], origin }];
    });
  }

  #pathsIn(call: ToolCall): MemoryPath[] {
    const paths = call.name === 'Read' ? [wordOf(call.input.file_path) ?? ''] : shownBy(commandOf(call));
    return paths.flatMap((path) => memoryPathOf(path, this.#projects) ?? []);
  }
}

/** The files that a shell command shows, also from a directory that it went to. */
function shownBy(command: string): string[] {
  if (!command.includes('memory')) return [];
  let directory = '';
  return simpleCommands(command).flatMap(([program = '', ...words]) => {
    if (program === 'cd') directory = words[0] ?? '';
    if (!SHOWS.test(program)) return [];
    return words.filter((word) => !word.startsWith('-')).map((word) => pathFrom(directory, word));
  });
}

function pathFrom(directory: string, word: string): string {
  return directory === '' || /^[/~]|^[A-Za-z]:/.test(word)
    ? word
    : `${directory.replace(/[\\/]+$/, '')}/${word.replace(/^\.\//, '')}`;
}
