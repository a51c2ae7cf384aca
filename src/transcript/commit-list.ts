/** The commits of a session: those that outputs show, and those that only git's list does. */
import { checkoutOf, gitAnswer } from '#src/lib/checkout.ts';
import { type FactsBody, LONGEST } from './facts.ts';
import { beginning, beginningLines } from './clean-line.ts';
import { isDenied, isRefusal } from './calls.ts';
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

/** The commits of a session. An amended or rebased commit replaces what it was made of. */
export class CommitList {
  #entries: Entry[] = [];
  readonly #hashes = new Set<string>();
  /** What replaced a commit. */
  readonly #replaced = new Map<string, string>();

  /** The commits of a shell command, also of one that failed after them. */
  add(commits: readonly (MadeCommit | UnshownCommit)[], moment: Moment): void {
    for (const commit of commits) {
      const { at } = moment;
      if (commit.hash !== null) this.#add(commit, moment);
      else if (!commit.isAmend && this.#entries.at(-1)?.commit !== null) this.#entries.push({ at, commit: null });
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
    if (this.#hashes.has(hash) || this.#hashes.size >= MOST) return;
    const replaced = this.#replacedBy(made, at);
    const before = replaced.at(-1)?.commit ?? null;
    this.#entries = this.#entries.filter((other) => !replaced.includes(other));
    for (const { commit } of replaced) if (commit !== null) this.#replaced.set(commit.hash, hash);
    const isKept = before !== null && body === '' && before.subject === subject;
    this.#hashes.add(hash);
    const commit = {
      hash,
      subject: beginning(subject, LONGEST.line + SLACK),
      body: isKept ? before.body : beginningLines(body, LONGEST.body + SLACK),
      at: timeText(at),
      branch: beginning(branch, LONGEST_BRANCH),
      ...{ prompt, record },
      ...(lines === undefined ? {} : { lines }),
    };
    this.#entries.push({ at, commit });
  }

  /**
   * What a commit replaces: in a rebase those with its subject, or the one that it amends, which is the one before on its
   * branch. Subagents are read after the session, in which later ones may follow; the branch of a quiet commit is unknown.
   */
  #replacedBy({ branch, subject, isAmend, isRebase }: MadeCommit, time: number): Entry[] {
    if (isRebase)
      return this.#entries.filter(
        ({ commit }) => commit?.subject.replace(/^(?:(?:fixup|squash|amend)! )+/, '') === subject,
      );
    const isOn = (other = '') => other === branch || other === '' || branch === '';
    const amended = ({ commit, at }: Entry) => isOn(commit?.branch) && at <= time;
    return isAmend ? [this.#entries.findLast(amended) ?? []].flat() : [];
  }

  end(): Commit[] {
    const commits = this.#entries.flatMap(({ commit }) => commit ?? []);
    return commits.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }
}

/**
 * A commit in git's list. Commits such as those of `git commit -q` are shown by no output: who reads the transcripts asks git
 * for the commits of that time, and reads again with its answer:
 *
 *     git commit -qm "Use a table" -m "A switch grew too long."    in a call from 14:03:10 to 14:03:12
 *     a1b2c3d 14:03:11 Use a table                                 in git's list: the commit
 *
 * A commit is one of the session if it has the message's subject and was made during the call. What is not listed was
 * perhaps never made, or lies in another repository, and is left out.
 */
export interface ListedCommit {
  hash: string;
  /** When it was made, in milliseconds. */
  at: number;
  subject: string;
}

/** When a call ran, in milliseconds. */
export interface CallSpan {
  from: number;
  to: number;
}

/** A commit that neither an output nor the list shows. */
export interface MissingCommit extends CallSpan {
  subjects: readonly string[];
}

/** Git cuts times to seconds, and a host may start a call before it has recorded it (ms). */
const EARLY = 5000;
const LATE = 1000;

/** The commits of a session's calls. One instance for each reading, since no two calls made the same commit. */
export class Commits {
  /** Commits without an output or an entry in the list. */
  readonly missing: MissingCommit[] = [];
  readonly #listed: readonly ListedCommit[];
  readonly #hashes = new Set<string>();

  constructor(listed: readonly ListedCommit[]) {
    this.#listed = listed;
  }

  /** The commits of a call, in order: those that its output or the list shows, and those that it may have made. */
  of(call: ToolCall, result: ToolResult, span: CallSpan): readonly (MadeCommit | UnshownCommit)[] {
    if (isRefusal(result) || isDenied(result)) return [];
    const all = commitsAndUnshown(call, result);
    for (const { hash } of all) if (hash !== null) this.#hashes.add(hash);
    const found = all.map((commit) => (commit.hash === null ? this.#find(commit, span) : commit));
    // A call that failed probably did so before it made a commit.
    return found.filter(({ hash }) => hash !== null || !result.isError);
  }

  #find(commit: UnshownCommit, span: CallSpan): MadeCommit | UnshownCommit {
    const { messages, isAmend } = commit;
    for (const message of messages) {
      const missing = { ...span, subjects: [message.subject] };
      const listed = this.#listed.filter((each) => isListed(missing, each) && !this.#isKnown(each.hash));
      // Of several, the first: other commands of the call made the later ones.
      const [first] = listed.toSorted((a, b) => a.at - b.at);
      if (first === undefined) continue;
      this.#hashes.add(first.hash);
      return { hash: first.hash, branch: '', ...message, isAmend };
    }
    const subjects = messages.map(({ subject }) => subject);
    if (this.missing.length < MOST) this.missing.push({ ...span, subjects });
    return commit;
  }

  /** Git shortens a hash more or less, as it needs. */
  #isKnown(hash: string): boolean {
    return [...this.#hashes].some((known) => known.startsWith(hash) || hash.startsWith(known));
  }
}

/**
 * The commits made in this time on all branches and worktrees, oldest first, with those that only a reflog has: they were
 * amended or rebased. Empty outside of git.
 */
export async function listCommits(
  directory: string,
  env: Record<string, string | undefined>,
  { from, to }: CallSpan,
): Promise<ListedCommit[]> {
  const { gitDirectory, top } = checkoutOf(directory);
  if (gitDirectory === null) return [];
  const output = await gitAnswer(top, env, [
    'log',
    '--all',
    '--reflog',
    `--max-age=${Math.floor(from / 1000)}`,
    `--min-age=${Math.ceil(to / 1000)}`,
    `--max-count=${MOST}`,
    // Verifying would run a program that the repository names.
    '--no-show-signature',
    '--no-notes',
    '--no-color',
    '--encoding=UTF-8',
    '--format=%h %ct %s',
  ]);
  const lines = output.split('\n').reverse();
  return lines.flatMap((line) => {
    const [, hash, seconds, subject] = /^([0-9a-f]{4,64}) (\d{1,11}) (.*)$/.exec(line) ?? [];
    if (hash === undefined || seconds === undefined || subject === undefined) return [];
    return [{ hash, at: Number(seconds) * 1000, subject }];
  });
}

/** Whether a listed commit is one that is missing. */
export function isListed({ subjects, from, to }: MissingCommit, { at, subject }: ListedCommit): boolean {
  return at >= from - EARLY && at <= to + LATE && subjects.some((each) => plain(each) === plain(subject));
}

/** The time in which the missing commits were made. */
export function spanOf(missing: readonly MissingCommit[]): CallSpan {
  return {
    from: missing.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY) - EARLY,
    to: missing.reduce((most, { to }) => Math.max(most, to), 0) + LATE,
  };
}

/** Git removes blanks at the ends of lines. */
function plain(subject: string): string {
  return subject.replace(/\s+/g, ' ').trim();
}
