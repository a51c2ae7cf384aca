import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { claudeMemDatabase } from '#tests/support/claude-mem-database.ts';
import { MAIN } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { measureRun, type Usage } from './measured-run.ts';
import { seeded } from './random.ts';
import { printTable } from './table.ts';
import { WORDS } from './words.ts';

const PLAIN = fileURLToPath(new URL('./read-rows.ts', import.meta.url));
const LINES = fileURLToPath(new URL('./read-plainly.ts', import.meta.url));
const DEFAULT_OBSERVATIONS = '100000';
const DEFAULT_SESSIONS = '10000';
const PER_SESSION = 50;

/**
 * Measures `chronicle import claude-mem` against reading the same rows with plain SQL, and `import archive` against reading the
 * same lines. `--observations` and `--sessions` say how many there are; 0 leaves a table out.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      observations: { type: 'string', default: DEFAULT_OBSERVATIONS },
      sessions: { type: 'string', default: DEFAULT_SESSIONS },
    },
    allowPositionals: true,
  });
  for (const [amount, measureKind] of [
    [Number(values.observations), measureClaudeMem],
    [Number(values.sessions), measureArchive],
  ] as const) {
    if (amount === 0) continue;
    const home = mkdtempSync(join(tmpdir(), 'bench-import-'));
    try {
      measureKind(home, amount);
      console.log('');
    } finally {
      rmSync(home, { recursive: true });
    }
  }
}

function measureClaudeMem(home: string, observations: number): void {
  const path = join(home, 'claude-mem.db');
  fill(path, observations);
  mkdirSync(join(home, 'config'));
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, 'config'), CLAUDE_MEM_DATA_DIR: home, BENCH_DATABASE: path };
  const measure = (...script: string[]) => measureRun(script, env, join(home, 'usage.json'));
  printRuns(`${observations} observations, ${megabytes(path)} MB`, [
    ['plain SQL', measure(PLAIN)],
    ['look', measure(MAIN, 'import')],
    ['dry run', measure(MAIN, 'import', 'claude-mem', '--dry-run')],
    ['first run, writes', measure(MAIN, 'import', 'claude-mem')],
    ['second run, nothing new', measure(MAIN, 'import', 'claude-mem')],
    ['undo', measure(MAIN, 'import', 'undo', 'last', '--yes')],
  ]);
}

function measureArchive(home: string, sessions: number): void {
  const [path, list] = [join(home, 'archive.jsonl'), join(home, 'files.json')];
  mkdirSync(join(home, 'new'));
  writeArchive(join(home, 'old'), sessions);
  writeFileSync(list, JSON.stringify([path]));
  const measure = (config: string, ...script: string[]) => {
    const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, config), BENCH_FILES: list };
    return measureRun(script, env, join(home, 'usage.json'));
  };
  const out = measure('old', MAIN, 'export', '--json', '--out', path);
  printRuns(`an archive of ${sessions} sessions, ${megabytes(path)} MB`, [
    ['plain line reader', measure('new', LINES)],
    ['export', out],
    ['dry run', measure('new', MAIN, 'import', 'archive', path, '--dry-run')],
    ['first run, writes', measure('new', MAIN, 'import', 'archive', path)],
    ['second run, nothing new', measure('new', MAIN, 'import', 'archive', path)],
    ['undo', measure('new', MAIN, 'import', 'undo', 'last', '--yes')],
  ]);
}

/** Prints runs and their ratios to the first. */
function printRuns(title: string, runs: [name: string, usage: Usage][]): void {
  const plain = runs[0]?.[1].wall ?? 1;
  printTable([
    [title, 'wall s', 'cpu s', 'to plain', 'RSS MiB'],
    ...runs.map(([name, { wall, cpu, rss }]) => [
      name,
      wall.toFixed(2),
      cpu.toFixed(2),
      (wall / plain).toFixed(1),
      rss.toFixed(0),
    ]),
  ]);
}

function megabytes(path: string): string {
  return (statSync(path).size / 1e6).toFixed(0);
}

/** Observations of about a kilobyte each, with a prompt and a summary for every few. */
function fill(path: string, observations: number): void {
  const random = seeded(7);
  const words = (count: number) =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)] ?? '').join(' ');
  const { database, add, close } = claudeMemDatabase(path);
  database.exec('PRAGMA synchronous = OFF; BEGIN');
  const begin = Date.parse('2026-01-05T09:00:00Z');
  for (let n = 0; n < observations; n++) {
    const session = Math.floor(n / PER_SESSION);
    const memory = `memory-${session}`;
    const content = `${String(session).padStart(8, '0')}-8d1e-4c1b-9a52-6f1f0f8f4f11`;
    const project = `project-${session % 12}`;
    const at = begin + session * 7_200_000 + (n % PER_SESSION) * 60_000;
    const own = { memory_session_id: memory, project, created_at_epoch: at };
    if (n % PER_SESSION === 0)
      add('sdk_sessions', { memory_session_id: memory, content_session_id: content, project, started_at_epoch: at });
    if (n % 10 === 0)
      add('user_prompts', { content_session_id: content, prompt_text: words(20), created_at_epoch: at });
    if (n % 25 === 24)
      add('session_summaries', { ...own, request: words(8), learned: words(30), next_steps: words(12) });
    add('observations', {
      ...own,
      type: 'discovery',
      title: words(7),
      subtitle: words(12),
      facts: JSON.stringify([words(14), words(14), words(14)]),
      narrative: words(80),
      concepts: '["how-it-works","gotcha"]',
      files_modified: `["src/${words(1)}/${words(1)}.ts"]`,
      prompt_number: 1 + Math.floor((n % PER_SESSION) / 10),
    });
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  close();
}
