import { type FactsBody, LONGEST } from '#src/facts/facts.ts';
import { beginning, beginningLines } from '../clean-line.ts';
import type { ToolCall, ToolResult } from '../record.ts';
import { commitsIn } from './commits.ts';
import { type Moment, SLACK, timeText } from './moment.ts';

const MOST = 1000;
const LONGEST_BRANCH = 250;

type Commit = FactsBody['commits'][number];

/** The commits of a session. An amended commit replaces the one before it. */
export class CommitList {
  #commits: Commit[] = [];
  readonly #hashes = new Set<string>();

  /** The result of a shell command, also of one that failed after its commit. */
  add(call: ToolCall, result: ToolResult, { at, prompt, record }: Moment): void {
    for (const { hash, branch, subject, body, isAmend } of commitsIn(call, result)) {
      if (this.#hashes.has(hash)) continue;
      const before = isAmend ? this.#amended(branch, at) : null;
      const isKept = before !== null && body === '' && before.subject === subject;
      if (before !== null) this.#commits = this.#commits.filter((commit) => commit !== before);
      if (this.#commits.length >= MOST) return;
      this.#hashes.add(hash);
      this.#commits.push({
        hash,
        subject: beginning(subject, LONGEST.line + SLACK),
        body: isKept ? before.body : beginningLines(body, LONGEST.body + SLACK),
        at: timeText(at),
        branch: beginning(branch, LONGEST_BRANCH),
        prompt,
        record,
      });
    }
  }

  /** The commit before this time on the branch: subagents are read after the session, in which later ones may follow. */
  #amended(branch: string, at: number): Commit | null {
    return this.#commits.findLast((commit) => commit.branch === branch && Date.parse(commit.at) <= at) ?? null;
  }

  end(): Commit[] {
    return this.#commits.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }
}
