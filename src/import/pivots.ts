/**
 * Finds abandoned approaches: changes that git reverts, an edit that another one undoes, a file that is created and removed.
 *
 *     Edit src/cache.ts, then: git checkout -- src/cache.ts
 *     git commit -am "Cache the totals", then: git revert HEAD
 */
import type { Digest } from '../chronicle/event-id.ts';
import { reasonIn } from '../transcript/reason.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from '../transcript/records.ts';
import { callName, commandOf, targetOf } from './called.ts';
import { type DoneChange, FileEdits } from './file-edits.ts';
import type { FoundEvent, Origin } from './found-event.ts';
import { isNamed, resolvedIn, shortPath, withoutStart } from './named-path.ts';
import { simpleCommands } from './shell-command.ts';

/** Files that are temporary by nature. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/folders|dev)\/|[\\/](?:te?mp|scratch(?:pad)?|\.cache)[\\/]|[\\/][^\\/]*(?:te?mp|scratch|debug|repro|probe|sandbox|playground|throwaway)[^\\/]*$/i;
const MOST_NAMED = 3;

export class Pivots {
  readonly #edits: FileEdits;
  /** The edits undone by edits since the last prompt: one act, however many files. */
  #open: { event: FoundEvent; paths: Set<string> } | null = null;
  #words = '';

  constructor(digest: Digest) {
    this.#edits = new FileEdits(digest);
  }

  /** The end of the work on a prompt: what edits undid. What is undone after it is another act. */
  end(): FoundEvent[] {
    const open = this.#open;
    this.#open = null;
    if (open === null) return [];
    const done = undoneEdits(open.paths);
    const { text, details } = open.event;
    return [
      {
        ...open.event,
        text: details.includes(ONE) ? text : done,
        details: details.map((line) => (line === ONE ? done : line)),
      },
    ];
  }

  /** A successful call, run in `cwd`. `words` are what the agent said before it. */
  succeed(call: ToolCall, result: ToolResult, cwd: string, origin: Origin, words = ''): FoundEvent[] {
    const command = commandOf(call);
    this.#words = words;
    if (command === '') return this.#edit(call, result, cwd, origin);
    let directory = cwd;
    const found = simpleCommands(command).flatMap((words) => {
      if (words[0] === 'cd') directory = resolvedIn(directory, words[1] ?? '');
      return this.#command(words, { directory, cwd }, result, origin);
    });
    if (found.length === 0) this.#touch(result);
    return found;
  }

  #edit(call: ToolCall, result: ToolResult, cwd: string, origin: Origin): FoundEvent[] {
    const undone = this.#edits.edit(call, result);
    if (undone === null) return [];
    const path = shortPath(targetOf(call), cwd);
    if (this.#open !== null) {
      this.#open.paths.add(path);
      return [];
    }
    const event = this.#pivot(ONE, callName(call), origin, diffOf([undone], cwd));
    this.#open = { event, paths: new Set([path]) };
    return [];
  }

  /** Newer versions of the host record which files a shell command changed. */
  #touch({ noted }: ToolResult): void {
    const { files } = fieldsOf(noted.bashEditDiff);
    for (const file of Array.isArray(files) ? files.map(fieldsOf) : []) {
      const path = wordOf(file.filePath);
      if (path !== null) this.#edits.touch(path, file.created === true);
    }
  }

  #command(words: string[], at: { directory: string; cwd: string }, result: ToolResult, origin: Origin): FoundEvent[] {
    const [program = '', ...rest] = words;
    if (program !== 'git') return program === 'rm' || program === 'unlink' ? this.#remove(rest, words, at, origin) : [];
    const { verb, options, directory } = gitCommand(rest, at.directory);
    if (verb === 'commit') this.#edits.commit();
    if (verb === 'rm' && !options.includes('--cached'))
      return this.#remove(options, words, { ...at, directory }, origin);
    if (verb === 'revert') return this.#revert(options, result, origin);
    const undone = undoneBy(verb, options);
    if (undone === null) return [];
    const changes = this.#edits.takeBack(
      (path) => undone.names.some((name) => isNamed(path, name, directory)),
      undone.isCommitted,
    );
    if (changes.length === 0) return [];
    const paths = changes.map(({ path }) => path);
    const text = `Reverted the changes to ${named(paths, at.cwd)}`;
    return [this.#pivot(text, words.join(' '), origin, diffOf(changes, at.cwd))];
  }

  #remove(options: string[], words: string[], at: { directory: string; cwd: string }, origin: Origin): FoundEvent[] {
    const names = options.filter((word) => !word.startsWith('-'));
    const changes = this.#edits.remove((path) => names.some((name) => isNamed(path, name, at.directory)));
    const kept = changes.filter(({ path }) => !SCRATCH.test(withoutStart(path, at.cwd)));
    const paths = kept.map(({ path }) => path);
    return kept.length === 0
      ? []
      : [
          this.#pivot(
            `Created ${named(paths, at.cwd)} and removed it again`,
            words.join(' '),
            origin,
            diffOf(kept, at.cwd),
          ),
        ];
  }

  /** A commit that git revert took back without saying so. */
  #revert(options: readonly string[], { text }: ToolResult, origin: Origin): FoundEvent[] {
    if (options.some((word) => /^--(?:abort|quit|skip)$/.test(word))) return [];
    const what = options.find((word) => !word.startsWith('-'));
    // Where git names the commit it made, that is an event of its own.
    return what === undefined || COMMITTED.test(text.slice(0, 4000))
      ? []
      : [this.#pivot(`Reverted the commit ${what}`, 'git revert', origin)];
  }

  /** The words before the revert say why; without any, what was reverted is the event. */
  #pivot(done: string, by: string, origin: Origin, diff?: FoundEvent['diff']): FoundEvent {
    const why = reasonIn(this.#words);
    const details = why === null ? [] : [...why.details, done];
    const event: FoundEvent = {
      tag: 'PIVOT',
      text: why?.text ?? done,
      details: [...details, `by ${by}`],
      origin,
      recorded: null,
    };
    return diff === undefined ? event : { ...event, diff };
  }
}

/** Stands for the edits that were undone, until their number is known. */
const ONE = 'Reverted an earlier edit';

/** The subcommand of git, its words, and the directory it works in: `git -C sub checkout x`. */
function gitCommand(
  words: readonly string[],
  directory: string,
): { verb: string; options: string[]; directory: string } {
  let place = directory;
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at++) {
    if (words[at] === '-C') place = resolvedIn(place, words[at + 1] ?? '');
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace)$/.test(words[at] ?? '')) at++;
  }
  return { verb: words[at] ?? '', options: words.slice(at + 1), directory: place };
}

/** The paths whose changes a git command discards, and whether also committed ones; null if it discards none. */
function undoneBy(verb: string, words: readonly string[]): { names: string[]; isCommitted: boolean } | null {
  const names = words.filter((word) => !word.startsWith('-'));
  const isOld =
    names.some((name) => /^(?:HEAD|@)(?:[~^]|@\{)/.test(name)) || words.some((word) => /^--source=/.test(word));
  if (verb === 'reset') return words.includes('--hard') ? { names: ['.'], isCommitted: isOld } : null;
  if (verb === 'restore') {
    const isIndex = words.includes('--staged') && !words.includes('--worktree');
    return isIndex ? null : { names, isCommitted: isOld || words.includes('-s') || words.includes('--source') };
  }
  if (verb !== 'checkout') return null;
  const parted = words.indexOf('--');
  if (parted !== -1) return { names: words.slice(parted + 1), isCommitted: isOld };
  // `git checkout main` names a branch, which does not match an edited path.
  return words.some((word) => /^-[bBt]|^--(?:orphan|track|detach)/.test(word)) ? null : { names, isCommitted: isOld };
}

const COMMITTED = /^\[[^\]\n]{1,250} [0-9a-f]{7,40}\] /m;

function undoneEdits(paths: ReadonlySet<string>): string {
  return `Reverted an earlier edit of ${named([...paths], '')}`;
}

function named(paths: readonly string[], cwd: string): string {
  const names = paths.slice(0, MOST_NAMED).map((path) => shortPath(path, cwd));
  const rest = paths.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The lines of the first change that was undone: those it had added are now removed. */
function diffOf(changes: readonly DoneChange[], cwd: string): FoundEvent['diff'] {
  const shown = changes.find(({ lines }) => lines !== '');
  return shown === undefined ? undefined : { path: shortPath(shown.path, cwd), lines: shown.lines };
}
