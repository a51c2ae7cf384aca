/** The commits of a session, as outputs show them. */
import { type FactsBody, LONGEST } from './facts.ts';
import { beginning, beginningLines } from './clean-line.ts';
import { isDenied, isRefusal } from './calls.ts';
import { simpleCommands } from './shell.ts';
import { commitsAndUnshown, type MadeCommit, type UnshownCommit } from './commits.ts';
import { type Moment, SLACK, timeText } from './moments.ts';
import type { ToolCall, ToolResult } from './records.ts';

const MOST = 1000;
const LONGEST_BRANCH = 250;

type Commit = FactsBody['commits'][number];

/** A commit, or null if no output shows it; it may still have been made. */
interface Entry {
  at: number;
  commit: Commit | null;
}

/** `HEAD~2`, `HEAD^^`, `@~`. */
const BACK = /^(?:HEAD|@)(?:~(\d{0,3})|(\^+))$/;

/** The commits of a session. An amended, squashed or rebased commit replaces what it was made of. */
export class CommitList {
  #entries: Entry[] = [];
  readonly #hashes = new Set<string>();
  /** What replaced a commit. */
  readonly #replaced = new Map<string, string>();
  /** Commits that were taken back, and that the next one squashes. */
  #squashed: Entry[] = [];

  /** A shell command: `git reset` without `--hard` takes commits back, and keeps their changes for the next one. */
  undone(command: string): void {
    if (!/\breset\b/.test(command)) return;
    for (const words of simpleCommands(command)) {
      const at = words[0]?.split('/').at(-1) === 'git' ? words.indexOf('reset') : -1;
      if (at === -1 || words.includes('--hard')) continue;
      const [target = ''] = words.slice(at + 1).filter((word) => !word.startsWith('-'));
      const [isBack, times, carets = ''] = BACK.exec(target) ?? [];
      const known = /^[0-9a-f]{7,40}$/.test(target) ? this.#entries.findIndex((entry) => isHash(entry, target)) : -1;
      if (isBack !== undefined) this.#squashed = this.#entries.slice(-Math.max(1, Number(times ?? carets.length)));
      else if (known !== -1) this.#squashed = this.#entries.slice(known + 1);
    }
  }

  /** The commits of a shell command, also of one that failed after them. */
  add(commits: readonly (MadeCommit | UnshownCommit)[], moment: Moment): void {
    for (const commit of commits) {
      if (commit.hash === null) this.#addUnshown(commit, moment);
      else if (!this.#hashes.has(commit.hash)) this.#add(commit, moment);
    }
  }

  /** The commit that one replaced, perhaps after others; itself if none did. */
  finalHash(hash: string): string {
    let final = hash;
    for (let next = this.#replaced.get(final); next !== undefined; next = this.#replaced.get(final)) final = next;
    return final;
  }

  #add(made: MadeCommit, { at, prompt, id: record }: Moment): void {
    const { hash, branch, subject, body, lines } = made;
    const replaced = this.#replacedBy(made, at);
    const before = replaced.at(-1)?.commit ?? null;
    this.#entries = this.#entries.filter((other) => !replaced.includes(other));
    if (this.#hashes.size >= MOST) return;
    for (const { commit } of replaced) if (commit !== null) this.#replaced.set(commit.hash, hash);
    const isKept = before !== null && body === '' && before.subject === subject;
    this.#hashes.add(hash);
    const commit = {
      hash,
      subject: beginning(subject, LONGEST.line + SLACK),
      body: isKept ? before.body : beginningLines(body, LONGEST.body + SLACK),
      at: timeText(at),
      branch: beginning(branch, LONGEST_BRANCH),
      prompt,
      record,
      ...(lines === undefined ? {} : { lines }),
    };
    this.#entries.push({ at, commit });
  }

  /** What a commit replaces: the one it amends, those it squashes, or in a rebase those with its subject. */
  #replacedBy({ branch, subject, isAmend, isRebase }: MadeCommit, at: number): Entry[] {
    const squashed = this.#squashed;
    if (isAmend) {
      const entry = this.#amended(branch, at);
      return entry === null ? [] : [entry];
    }
    if (isRebase)
      return this.#entries.filter(
        ({ commit }) => commit?.subject.replace(/^(?:(?:fixup|squash|amend)! )+/, '') === subject,
      );
    this.#squashed = [];
    return squashed;
  }

  #addUnshown({ isAmend }: UnshownCommit, { at }: Moment): void {
    if (!isAmend && this.#entries.at(-1)?.commit !== null) this.#entries.push({ at, commit: null });
  }

  /**
   * The commit before this time on the branch: subagents are read after the session, in which later ones may follow. The
   * branch of a quiet commit is unknown.
   */
  #amended(branch: string, at: number): Entry | null {
    const isOn = (other: string) => other === branch || other === '' || branch === '';
    return this.#entries.findLast((entry) => isOn(entry.commit?.branch ?? '') && entry.at <= at) ?? null;
  }

  end(): Commit[] {
    const commits = this.#entries.flatMap(({ commit }) => commit ?? []);
    return commits.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }
}

function isHash({ commit }: Entry, hash: string): boolean {
  return commit !== null && (commit.hash.startsWith(hash) || hash.startsWith(commit.hash));
}

/** The commits of a call, in order: those that its output shows, and those that it may have made. */
export function commitsOf(call: ToolCall, result: ToolResult): readonly (MadeCommit | UnshownCommit)[] {
  if (isRefusal(result) || isDenied(result)) return [];
  // A call that failed probably did so before it made a commit.
  return commitsAndUnshown(call, result).filter(({ hash }) => hash !== null || !result.isError);
}
