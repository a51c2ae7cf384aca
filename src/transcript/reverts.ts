/**
 * Finds abandoned approaches: changes that git discards, a commit that git reverts, a file that is created and removed.
 *
 *     Edit src/cache.ts, then: git checkout -- src/cache.ts
 *     git commit -am "Cache the totals", then: git revert HEAD
 */
import { commandOf, shownChange } from './calls.ts';
import { isStatement, weightOf } from './causes-and-insights.ts';
import { agrees } from './corrections.ts';
import type { FoundEvent, Origin } from './found.ts';
import { blocksOf, quotation, sentencesOf } from './prose.ts';
import type { ToolCall, ToolResult } from './records.ts';
import { isNamed, resolvedIn, shortPath, simpleCommands, withoutStart } from './shell.ts';

/** A file that the session changed, and neither committed nor discarded. */
interface ChangedFile {
  path: string;
  /** Whether the session created it. */
  isOwn: boolean;
  /** A few lines of its last change, as a diff shows them. */
  lines: string;
}

interface Undone {
  text: string;
  diff?: FoundEvent['diff'];
}

/** Files that are temporary by nature. */
const SCRATCH =
  /^(?:\/private)?\/(?:tmp|var\/folders|dev)\/|[\\/](?:te?mp|scratch(?:pad)?|\.cache)[\\/]|[\\/][^\\/]*(?:te?mp|scratch|debug|repro|probe|sandbox|playground|throwaway)[^\\/]*$/i;
const COMMITTED = /^\[[^\]\n]{1,250} [0-9a-f]{7,40}\] /m;
const MOST_FILES = 2000;
const MOST_NAMED = 3;

/** The reverts of one session. */
export class Reverts {
  readonly #files = new Map<string, ChangedFile>();

  /** A successful call, run in `cwd`. `words` are what the agent said before it: they say why. */
  succeed(call: ToolCall, result: ToolResult, cwd: string, origin: Origin, words = ''): FoundEvent[] {
    const command = commandOf(call);
    if (command === '') {
      const change = shownChange(call, result);
      const { type, originalFile } = result.noted;
      const isMade = call.name === 'Write' && (type === 'create' || originalFile === null);
      const known = change && this.#files.get(change.path);
      if (change && (known || this.#files.size < MOST_FILES))
        this.#files.set(change.path, { ...change, isOwn: known?.isOwn ?? isMade });
      return [];
    }
    let directory = cwd;
    return simpleCommands(command).flatMap((parts) => {
      if (parts[0] === 'cd') directory = resolvedIn(directory, parts[1] ?? '');
      const undone = this.#undoneBy(parts, directory, cwd, result);
      return undone === null ? [] : [pivot(undone, parts.join(' '), words, origin)];
    });
  }

  /** What one command of a shell undid; null if nothing. */
  #undoneBy([program = '', ...rest]: string[], directory: string, cwd: string, result: ToolResult): Undone | null {
    const [verb = '', ...words] = program === 'git' ? rest : ['rm', ...rest];
    const names = words.filter((word) => !word.startsWith('-'));
    if (!/^(?:git|rm|unlink)$/.test(program)) return null;
    if (verb === 'commit') this.#files.clear();
    if (verb === 'revert') return revertedCommit(words, names, result);
    const isMeant = (path: string, all: readonly string[]) => all.some((name) => isNamed(path, name, directory));
    if (verb === 'rm') {
      if (words.includes('--cached')) return null;
      const files = this.#take(({ path, isOwn }) => isOwn && isMeant(path, names));
      const kept = files.filter(({ path }) => !SCRATCH.test(withoutStart(path, cwd)));
      return undoneIn(kept, cwd, (named) => `Created ${named} and removed it again`);
    }
    const discarded = discardedBy(verb, words, names);
    const files = this.#take(({ path }) => isMeant(path, discarded));
    return undoneIn(files, cwd, (named) => `Reverted the changes to ${named}`);
  }

  #take(isMeant: (file: ChangedFile) => boolean): ChangedFile[] {
    const files = [...this.#files.values()].filter(isMeant);
    for (const { path } of files) this.#files.delete(path);
    return files;
  }
}

/** The paths whose changes a git command discards. `git checkout main` names a branch, which does not match an edited path. */
function discardedBy(verb: string, words: readonly string[], names: readonly string[]): readonly string[] {
  if (verb === 'reset') return words.includes('--hard') ? ['.'] : [];
  if (verb === 'restore') return words.includes('--staged') && !words.includes('--worktree') ? [] : names;
  if (verb !== 'checkout' || words.some((word) => /^-[bBt]|^--(?:orphan|track|detach)/.test(word))) return [];
  const parted = words.indexOf('--');
  return parted === -1 ? names : words.slice(parted + 1);
}

/** A commit that git revert took back without saying so: where git names the commit it made, that is an event of its own. */
function revertedCommit(words: readonly string[], [what]: readonly string[], { text }: ToolResult): Undone | null {
  const isEnded = words.some((word) => /^--(?:abort|quit|skip)$/.test(word));
  return isEnded || what === undefined || COMMITTED.test(text.slice(0, 4000))
    ? null
    : { text: `Reverted the commit ${what}` };
}

/** What was undone in files, with the lines of the first change: those it had added are now removed. */
function undoneIn(files: readonly ChangedFile[], cwd: string, say: (named: string) => string): Undone | null {
  if (files.length === 0) return null;
  const names = files.slice(0, MOST_NAMED).map(({ path }) => shortPath(path, cwd));
  const rest = files.length - names.length;
  const shown = files.find(({ lines }) => lines !== '');
  return {
    text: say(`${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`),
    ...(shown && { diff: { path: shortPath(shown.path, cwd), lines: shown.lines } }),
  };
}

/** The words before say why; without any, what was undone is the event. */
function pivot({ text: done, diff }: Undone, by: string, words: string, origin: Origin): FoundEvent {
  const why = reasonIn(words);
  return {
    ...{ tag: 'PIVOT', text: why?.text ?? done, origin, source: null },
    details: [...(why === null ? [] : [...why.details, done]), `by ${by}`],
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
