import type { Facts } from '#src/transcript/facts.ts';
import { aCommit, aPrompt, someFacts as facts } from '#tests/support/some-facts.ts';

interface SomeFacts {
  /** Time and text. */
  prompts: [at: string, text: string][];
  commits: { hash: string; subject: string; prompt: number }[];
  failures: { command: string; line: string; at: string; prompt: number }[];
  diffs: Facts['diffs'];
  outcome: string;
}

/** The facts of a session of 42 minutes. */
export function someFacts({ prompts, commits, failures, diffs, outcome }: SomeFacts): Facts {
  const at = prompts[0]?.[0] ?? '2026-09-14T08:00:00Z';
  return facts({
    head: {
      session_id: 'nest-0001',
      from: at,
      to: at,
      activeMinutes: 42,
      edits: { files: 2, added: 12, removed: 3 },
      tests: { runs: 3, failed: 1 },
    },
    prompts: prompts.map(([time, text], index) => aPrompt({ at: time, text, record: `p-${index}` })),
    commits: commits.map((commit) => aCommit({ ...commit, at, record: `c-${commit.hash}` })),
    failures: failures.map((failure) => ({ ...failure, times: 1 })),
    outcome: { text: outcome, at },
    diffs,
  });
}
