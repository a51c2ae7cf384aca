/**
 * Finds abandoned approaches: changes that git discards, a commit that git reverts, a file that is created and removed.
 *
 *     Edit src/cache.ts, then: git checkout -- src/cache.ts
 *     git commit -am "Cache the totals", then: git revert HEAD
 */
import { commandOf, shownChange } from './calls.ts';
import { isNamed, resolvedIn, shortPath, simpleCommands, withoutStart } from './shell.ts';
import { isStatement, weightOf } from './causes-and-insights.ts';
import { agrees } from './corrections.ts';
import type { FoundEvent, Origin } from './found.ts';
import { blocksOf, quotation, sentencesOf } from './prose.ts';
import { fieldsOf, type ToolCall, type ToolResult, wordOf } from './records.ts';

/** A file that the session changed. */
interface ChangedFile {
  path: string;
  /** Whether the session created it. */
  isOwn: boolean;
  /** Whether it has changes that were neither committed nor discarded, and such that were committed. */
  isOpen: boolean;
  isCommitted: boolean;
  /** A few lines of its last change, as a diff shows them. */
  lines: string;
}

/** Files that are temporary by nature. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/folders|dev)\/|[\\/](?:te?mp|scratch(?:pad)?|\.cache)[\\/]|[\\/][^\\/]*(?:te?mp|scratch|debug|repro|probe|sandbox|playground|throwaway)[^\\/]*$/i;
const COMMITTED = /^\[[^\]\n]{1,250} [0-9a-f]{7,40}\] /m;
const MOST_FILES = 2000;
const MOST_NAMED = 3;

/** The directory that a command works in, and that of the session. */
interface Place {
  directory: string;
  cwd: string;
}

/** The reverts of one session. */
export class Reverts {
  readonly #files = new Map<string, ChangedFile>();

  /** A successful call, run in `cwd`. `words` are what the agent said before it: they say why. */
  succeed(call: ToolCall, result: ToolResult, cwd: string, origin: Origin, words = ''): FoundEvent[] {
    const command = commandOf(call);
    if (command === '') {
      this.#edit(call, result);
      return [];
    }
    let directory = cwd;
    const found = simpleCommands(command).flatMap((parts) => {
      if (parts[0] === 'cd') directory = resolvedIn(directory, parts[1] ?? '');
      const done = this.#command(parts, { directory, cwd }, result);
      return done === null ? [] : [pivot(done, parts.join(' '), words, origin)];
    });
    if (found.length === 0) this.#touch(result);
    return found;
  }

  #edit(call: ToolCall, result: ToolResult): void {
    const change = shownChange(call, result);
    if (change === null) return;
    const { type, originalFile } = result.noted;
    const isMade = call.name === 'Write' && (type === 'create' || originalFile === null);
    this.#changed(change.path, isMade, change.lines);
  }

  /** Newer versions of the host record which files a shell command changed. */
  #touch({ noted }: ToolResult): void {
    const { files } = fieldsOf(noted.bashEditDiff);
    for (const file of Array.isArray(files) ? files.map(fieldsOf) : []) {
      const path = wordOf(file.filePath);
      if (path !== null) this.#changed(path, file.created === true, '');
    }
  }

  #changed(path: string, isMade: boolean, lines: string): void {
    const known = this.#files.get(path);
    if (known === undefined && this.#files.size >= MOST_FILES) return;
    this.#files.set(path, { isCommitted: false, isOwn: isMade, ...known, path, isOpen: true, lines });
  }

  /** What one command of a shell undid, in words and lines; null if nothing. */
  #command(words: string[], at: Place, result: ToolResult): Undone | null {
    const [program = '', ...rest] = words;
    if (program === 'rm' || program === 'unlink') return this.#remove(rest, at);
    if (program !== 'git') return null;
    const { verb, options, directory } = gitCommand(rest, at.directory);
    // A later checkout of files does not discard what was committed, unless it names an older commit.
    if (verb === 'commit')
      for (const file of this.#files.values())
        Object.assign(file, { isOpen: false, isOwn: false, isCommitted: file.isCommitted || file.isOpen });
    if (verb === 'rm') return options.includes('--cached') ? null : this.#remove(options, { ...at, directory });
    if (verb === 'revert') return revertedCommit(options, result);
    const discarded = discardedBy(verb, options);
    if (discarded === null) return null;
    const { names, isCommitted } = discarded;
    const files = this.#take(
      (file) =>
        (file.isOpen || (isCommitted && file.isCommitted)) && names.some((name) => isNamed(file.path, name, directory)),
    );
    return files.length === 0
      ? null
      : { text: `Reverted the changes to ${named(files, at.cwd)}`, diff: diffOf(files, at.cwd) };
  }

  /** The files that the session created and removes again. */
  #remove(options: readonly string[], { directory, cwd }: Place): Undone | null {
    const names = options.filter((word) => !word.startsWith('-'));
    const files = this.#take(({ path, isOwn }) => isOwn && names.some((name) => isNamed(path, name, directory)));
    const kept = files.filter(({ path }) => !SCRATCH.test(withoutStart(path, cwd)));
    return kept.length === 0
      ? null
      : { text: `Created ${named(kept, cwd)} and removed it again`, diff: diffOf(kept, cwd) };
  }

  #take(isMeant: (file: ChangedFile) => boolean): ChangedFile[] {
    const files = [...this.#files.values()].filter(isMeant);
    for (const { path } of files) this.#files.delete(path);
    return files;
  }
}

interface Undone {
  text: string;
  diff?: FoundEvent['diff'];
}

/** The words before say why; without any, what was undone is the event. */
function pivot({ text: done, diff }: Undone, by: string, words: string, origin: Origin): FoundEvent {
  const why = reasonIn(words);
  return {
    tag: 'PIVOT',
    text: why?.text ?? done,
    details: [...(why === null ? [] : [...why.details, done]), `by ${by}`],
    origin,
    source: null,
    ...(diff === undefined ? {} : { diff }),
  };
}

/** As much as the line of an event has room for. */
const ROOM = 140;
const READ = 3000;

/** Why the agent undoes something, in its words before: as many sentences as fit; null if they say nothing. */
function reasonIn(words: string): { text: string; details: string[] } | null {
  const [first, ...others] = blocksOf(words.slice(0, READ))
    .flatMap(({ kind, text }) => (kind === 'heading' ? [] : sentencesOf(text)))
    .filter((sentence) => !agrees(sentence) && (isStatement(sentence) || weightOf(sentence) >= 1.5));
  if (first === undefined) return null;
  let said = first;
  while (others[0] !== undefined && said.length + others[0].length < ROOM) said = `${said} ${others.shift()}`;
  const { text, full } = quotation(said);
  return { text, details: [full, ...others.slice(0, 2)].filter((detail) => detail !== '') };
}

/** A commit that git revert took back without saying so: where git names the commit it made, that is an event of its own. */
function revertedCommit(options: readonly string[], { text }: ToolResult): Undone | null {
  const what = options.find((word) => !word.startsWith('-'));
  const isEnded = options.some((word) => /^--(?:abort|quit|skip)$/.test(word));
  return isEnded || what === undefined || COMMITTED.test(text.slice(0, 4000))
    ? null
    : { text: `Reverted the commit ${what}` };
}

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
function discardedBy(verb: string, words: readonly string[]): { names: string[]; isCommitted: boolean } | null {
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

function named(files: readonly ChangedFile[], cwd: string): string {
  const names = files.slice(0, MOST_NAMED).map(({ path }) => shortPath(path, cwd));
  const rest = files.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The lines of the first change that was undone: those it had added are now removed. */
function diffOf(files: readonly ChangedFile[], cwd: string): FoundEvent['diff'] {
  const shown = files.find(({ lines }) => lines !== '');
  return shown === undefined ? undefined : { path: shortPath(shown.path, cwd), lines: shown.lines };
}
