/**
 * Finds abandoned approaches: changes that git reverts, an edit that another one undoes, a file that is created and removed.
 *
 *     Edit src/cache.ts, then: git checkout -- src/cache.ts
 */
import type { Digest } from '../chronicle/event-id.ts';
import { callName, commandOf, targetOf } from './called.ts';
import type { Candidate, Origin } from './candidate.ts';
import { FileEdits } from './file-edits.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './record.ts';
import { simpleCommands } from './shell-command.ts';

/** Files that are temporary by nature. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/folders|dev)\/|[\\/](?:te?mp|scratch(?:pad)?|\.cache)[\\/]|[\\/][^\\/]*(?:te?mp|scratch|debug|repro|probe|sandbox|playground|throwaway)[^\\/]*$/i;
const MOST_NAMED = 3;

export class Pivots {
  readonly #edits: FileEdits;

  constructor(digest: Digest) {
    this.#edits = new FileEdits(digest);
  }

  /** A successful call, run in `cwd`. */
  succeed(call: ToolCall, result: ToolResult, cwd: string, origin: Origin): Candidate[] {
    const command = commandOf(call);
    if (command === '') {
      if (!this.#edits.edit(call, result)) return [];
      return [pivot(`Reverted an earlier edit of ${shortPath(targetOf(call), cwd)}`, callName(call), origin)];
    }
    const found = simpleCommands(command).flatMap((words) => this.#command(words, cwd, origin));
    if (found.length === 0) this.#touch(result);
    return found;
  }

  /** Newer versions of the host record which files a shell command changed. */
  #touch({ noted }: ToolResult): void {
    const { files } = fieldsOf(noted.bashEditDiff);
    for (const file of Array.isArray(files) ? files.map(fieldsOf) : []) {
      const path = wordOf(file.filePath);
      if (path !== null) this.#edits.touch(path, file.created === true);
    }
  }

  #command(words: string[], cwd: string, origin: Origin): Candidate[] {
    const [program = '', ...rest] = words;
    if (program === 'git' && rest[0] === 'commit') this.#edits.commit();
    const undone = program === 'git' ? undoneBy(rest) : null;
    if (undone !== null) {
      const paths = this.#edits.takeBack((path) => undone.some((name) => isNamed(path, name, cwd)));
      return paths.length === 0 ? [] : [pivot(`Reverted the changes to ${named(paths, cwd)}`, words.join(' '), origin)];
    }
    const removed =
      program === 'rm' || program === 'unlink' ? rest : program === 'git' && rest[0] === 'rm' ? rest.slice(1) : [];
    const names = removed.filter((word) => !word.startsWith('-'));
    const paths = this.#edits.remove((path) => names.some((name) => isNamed(path, name, cwd)));
    const kept = paths.filter((path) => !SCRATCH.test(withoutStart(path, cwd)));
    return kept.length === 0
      ? []
      : [pivot(`Created ${named(kept, cwd)} and removed it again`, words.join(' '), origin)];
  }
}

/** The paths whose changes a git command discards; null if it discards none. */
function undoneBy([verb = '', ...words]: string[]): string[] | null {
  const names = words.filter((word) => !word.startsWith('-'));
  if (verb === 'reset') return words.includes('--hard') ? ['.'] : null;
  if (verb === 'restore') return words.includes('--staged') && !words.includes('--worktree') ? null : names;
  if (verb !== 'checkout') return null;
  const parted = words.indexOf('--');
  if (parted !== -1) return words.slice(parted + 1);
  // `git checkout main` names a branch, which does not match an edited path.
  return words.some((word) => /^-[bBt]|^--(?:orphan|track|detach)/.test(word)) ? null : names;
}

function pivot(text: string, by: string, origin: Origin): Candidate {
  return { tag: 'PIVOT', text, details: [`by ${by}`], origin };
}

function named(paths: readonly string[], cwd: string): string {
  const names = paths.slice(0, MOST_NAMED).map((path) => shortPath(path, cwd));
  const rest = paths.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** A path relative to the project, as a reader would write it. */
function shortPath(path: string, cwd: string): string {
  return withoutStart(path, cwd).replace(/^[\\/]/, '');
}

/** The path relative to the working directory; unchanged if it is outside. */
function withoutStart(path: string, cwd: string): string {
  return cwd !== '' && path.startsWith(cwd) && /[\\/]/.test(path[cwd.length] ?? '') ? path.slice(cwd.length) : path;
}

/** Whether an argument names the file or a directory above it. `src/a.ts` may be relative to another directory. */
function isNamed(path: string, word: string, cwd: string): boolean {
  const name = word
    .replaceAll('\\', '/')
    .replace(/^\.\/(?=.)/, '')
    .replace(/\/+$/, '');
  const plain = path.replaceAll('\\', '/');
  if (name === '.' || name === ':/' || name === '*')
    return cwd === '' || plain.startsWith(`${cwd.replaceAll('\\', '/')}/`);
  if (name === '' || name.startsWith('~')) return false;
  if (name.startsWith('/')) return plain === name || plain.startsWith(`${name}/`);
  return `${plain}/`.includes(`/${name}/`);
}
