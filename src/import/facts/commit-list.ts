import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import { beginning, beginningLines } from '../clean-line.ts';
import type { MadeCommit, UnshownCommit } from './commits.ts';
import { type Moment, SLACK, timeText } from './moment.ts';

const MOST = 1000;
const LONGEST_BRANCH = 250;

type Commit = FactsBody['commits'][number];

/** A commit, or null if no output shows it; it may still have been made. */
interface Entry {
  at: number;
  commit: Commit | null;
}

/** The commits of a session. An amended commit replaces the one before it. */
export class CommitList {
  #entries: Entry[] = [];
  readonly #hashes = new Set<string>();

  /** The commits of a shell command, also of one that failed after them. */
  add(commits: readonly (MadeCommit | UnshownCommit)[], moment: Moment): void {
    for (const commit of commits) {
      if (commit.hash === null) this.#addUnshown(commit, moment);
      else if (!this.#hashes.has(commit.hash)) this.#add(commit, moment);
    }
  }

  #add({ hash, branch, subject, body, isAmend }: MadeCommit, { at, prompt, record }: Moment): void {
    const entry = isAmend ? this.#amended(branch, at) : null;
    const before = entry?.commit ?? null;
    if (entry !== null) this.#entries = this.#entries.filter((other) => other !== entry);
    if (this.#hashes.size >= MOST) return;
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
    };
    this.#entries.push({ at, commit });
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
