import { type Facts, serializeFacts } from '#src/transcript/facts.ts';
import { type GeneratedChronicle, generateChronicle } from './generate.ts';
import { falling, type Random, seeded, weighted } from './random.ts';
import { WORDS } from './words.ts';

const drawWord = weighted(WORDS, falling(1));

/** The facts of a generated session, the same at every run: 5 to 20 KB, about 12 prompts and 20 edited files. */
export function generateFacts(n: number, { sessionId, date }: GeneratedChronicle = generateChronicle(n)): string {
  const random = seeded(n + 7);
  const begin = Date.parse(`${date}T07:00:00Z`);
  const at = (minute: number) => new Date(begin + minute * 60_000).toISOString();
  const prompts: Facts['prompts'] = times(6 + below(random, 14), (i) => ({
    at: at(i * 9),
    text: words(random, 12 + below(random, 60)),
    record: hex(random, 32),
    did: { reads: below(random, 9), edits: below(random, 6), commands: below(random, 7), tests: 1, failedTests: 0 },
  }));
  const prompt = () => below(random, prompts.length);
  const files: Facts['files'] = times(5 + below(random, 30), () => ({
    path: `src/${word(random)}/${word(random)}-${word(random)}.ts`,
    edits: 1 + below(random, 5),
    added: below(random, 90),
    removed: below(random, 40),
    prompts: [prompt()],
  }));
  const commits: Facts['commits'] = times(below(random, 5), (i) => ({
    hash: hex(random, 7),
    subject: words(random, 7),
    body: words(random, 30),
    at: at(i * 25),
    branch: 'main',
    prompt: prompt(),
    record: hex(random, 32),
  }));
  const tests: Facts['tests'] = times(below(random, 12), (i) => ({
    command: 'npm test',
    isFailed: i % 3 === 0,
    at: at(i * 8),
    prompt: prompt(),
  }));
  return serializeFacts({
    head: {
      version: 2,
      session_id: sessionId,
      harvested: at(600),
      transcripts: [
        { file: `${sessionId}.jsonl`, folder: '-home-robin-code-bench', size: 400_000 + n, writtenMs: begin },
      ],
      from: at(0),
      to: at(prompts.length * 9),
      activeMinutes: prompts.length * 7,
      prompts: prompts.length,
      edits: { files: files.length, added: sum(files, 'added'), removed: sum(files, 'removed') },
      commits: commits.length,
      tests: { runs: tests.length, failed: tests.filter(({ isFailed }) => isFailed).length },
      tokens: 40_000 + below(random, 400_000),
      model: 'claude-opus-4-5',
      titles: { host: words(random, 5), prompt: words(random, 9), ...(commits[0] && { commit: commits[0].subject }) },
      ending: 'answered',
    },
    prompts,
    branches: ['main'],
    models: [{ name: 'claude-opus-4-5', answers: 40 }],
    tokens: { input: 9000, output: 31_000, cacheRead: 2_000_000, cacheWrite: 90_000 },
    files,
    commits,
    pullRequests: [],
    tests,
    failures: times(below(random, 6), (i) => ({
      command: `npx ${word(random)} ${word(random)}`,
      line: words(random, 12),
      times: 1,
      at: at(i * 11),
      prompt: prompt(),
    })),
    subagents: [],
    skills: [],
    mcpServers: [],
    web: [],
    plans: [],
    refusedPlans: 0,
    questions: [],
    compactions: [],
    outcome: { text: words(random, 90), at: at(prompts.length * 9) },
    work: times(prompts.length * 7, (minute) => ({ minute, reads: 1, edits: minute % 2, commands: 1, tests: 0 })),
    diffs: [],
    excerpts: [],
    found: [],
    evidence: [],
    skipped: {},
  });
}

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function sum<Key extends string>(items: readonly Record<Key, number>[], key: Key): number {
  return items.reduce((total, item) => total + item[key], 0);
}

function word(random: Random): string {
  return drawWord(random);
}

function words(random: Random, count: number): string {
  return times(count, () => drawWord(random)).join(' ');
}

function hex(random: Random, digits: number): string {
  return times(digits, () => below(random, 16).toString(16)).join('');
}
