import type { Facts } from '#src/transcript/facts.ts';
import { FACTS_VERSION, type FactsHead } from '#src/format/facts-head.ts';

type Given = Partial<Omit<Facts, 'head'>> & { head?: Partial<FactsHead> };

/** The facts of a session of one prompt, with the given parts. Counts in the head follow from the parts. */
export function someFacts({ head = {}, ...body }: Given = {}): Facts {
  const session_id = head.session_id ?? '3f6c2a10';
  const from = head.from ?? '2026-03-24T14:00:00Z';
  const prompts = body.prompts ?? [aPrompt({ at: from ?? undefined })];
  const files = body.files ?? [];
  const tests = body.tests ?? [];
  return {
    head: {
      version: FACTS_VERSION,
      session_id,
      harvested: '2026-03-24T16:00:00Z',
      transcripts: [{ file: 'a.jsonl', folder: '-home-me-tidemark', size: 120, writtenMs: 1.5 }],
      from,
      to: '2026-03-24T15:00:00Z',
      activeMinutes: 41,
      prompts: prompts.length,
      edits: {
        files: files.length,
        added: files.reduce((sum, { added }) => sum + added, 0),
        removed: files.reduce((sum, { removed }) => sum + removed, 0),
      },
      commits: body.commits?.length ?? 0,
      tests: { runs: tests.length, failed: tests.filter(({ isFailed }) => isFailed).length },
      tokens: 0,
      model: null,
      titles: {},
      ending: 'answered',
      ...head,
    },
    prompts,
    branches: ['main'],
    models: [],
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    files,
    commits: [],
    pullRequests: [],
    tests,
    failures: [],
    subagents: [],
    plans: [],
    questions: [],
    compactions: [],
    outcome: null,
    work: [],
    diffs: [],
    excerpts: [],
    found: [],
    evidence: [],
    ...body,
  };
}

/** A prompt at 14:00 UTC with the given parts. */
export function aPrompt(given: Partial<Facts['prompts'][number]> = {}): Facts['prompts'][number] {
  return {
    at: '2026-03-24T14:00:00Z',
    text: 'fix the login redirect',
    record: 'd2ad',
    did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
    ...given,
  };
}

/** A commit at 14:30 UTC with the given parts. */
export function aCommit(given: Partial<Facts['commits'][number]> = {}): Facts['commits'][number] {
  return {
    hash: 'a1b2c3d',
    subject: 'Keep the query of the login redirect',
    body: '',
    at: '2026-03-24T14:30:00Z',
    branch: 'main',
    prompt: 0,
    record: 'c0de',
    ...given,
  };
}

/** An edited file with the given parts. */
export function aFile(given: Partial<Facts['files'][number]> = {}): Facts['files'][number] {
  return { path: 'src/auth.ts', edits: 1, added: 3, removed: 1, prompts: [0], ...given };
}

/** A found event at 14:30 UTC with the given parts. */
export function aFound(given: Partial<Facts['found'][number]> = {}): Facts['found'][number] {
  return {
    id: 'f-1a2b3c',
    tag: 'ERROR',
    text: 'The list was empty',
    details: '',
    at: '2026-03-24T14:30:00Z',
    record: 'c0de',
    file: 'a.jsonl',
    line: 12,
    from: 'commit a1b2c3d',
    salience: 4,
    shown: true,
    ...given,
  };
}
