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

  /** The result of a shell command, also of one that failed after its commit. */
  add(call: ToolCall, result: ToolResult, { at, prompt, record }: Moment): void {
    for (const { hash, branch, subject, body, isAmend } of commitsIn(call, result)) {
      if (this.#commits.some((known) => known.hash === hash)) continue;
      const before = isAmend ? this.#amended(branch) : null;
      const isKept = before !== null && body === '' && before.subject === subject;
      if (before !== null) this.#commits = this.#commits.filter((commit) => commit !== before);
      if (this.#commits.length >= MOST) return;
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

  #amended(branch: string): Commit | null {
    const last = this.#commits.at(-1);
    return last?.branch === branch ? last : null;
  }

  end(): Commit[] {
    return this.#commits.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }
}
