import { FACTS_VERSION, type Facts } from '#src/facts/facts.ts';

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
  return {
    head: {
      version: FACTS_VERSION,
      session_id: 'nest-0001',
      harvested: at,
      transcripts: [],
      from: at,
      to: at,
      activeMinutes: 42,
      prompts: prompts.length,
      edits: { files: 2, added: 12, removed: 3 },
      commits: commits.length,
      tests: { runs: 3, failed: 1 },
      tokens: 0,
      model: null,
      titles: {},
      ending: 'answered',
    },
    prompts: prompts.map(([time, text], index) => ({
      at: time,
      text,
      record: `p-${index}`,
      did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
    })),
    branches: [],
    models: [],
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    files: [],
    commits: commits.map((commit) => ({ ...commit, body: '', at, branch: 'main', record: `c-${commit.hash}` })),
    pullRequests: [],
    tests: [],
    failures: failures.map((failure) => ({ ...failure, times: 1 })),
    subagents: [],
    skills: [],
    mcpServers: [],
    web: [],
    plans: [],
    refusedPlans: 0,
    questions: [],
    compactions: [],
    outcome: { text: outcome, at },
    work: [],
    diffs,
    evidence: [],
    placed: [],
    skipped: {},
  };
}
