/**
 * Commits that no output shows, such as those of `git commit -q`. Who reads the transcripts asks git for the commits of that
 * time, and reads again with its answer:
 *
 *     git commit -qm "Use a table" -m "A switch grew too long."    in a call from 14:03:10 to 14:03:12
 *     a1b2c3d 14:03:11 Use a table                                 in git's list: the commit
 *
 * A commit is one of the session if it has the message's subject and was made during the call. What is not listed was
 * perhaps never made, or lies in another repository, and is left out.
 */

import type { ToolCall, ToolResult } from '#src/transcript/records.ts';
import { isRefusal } from '#src/transcript/refusals.ts';
import { isDenied } from '../denial.ts';
import { commitsAndUnshown, type MadeCommit, type UnshownCommit } from './commits.ts';

/** A commit in git's list. */
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
const MOST = 1000;

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
