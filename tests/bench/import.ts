import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { claudeMemDatabase } from '#tests/support/claude-mem-database.ts';
import { MAIN } from '#tests/support/root.ts';
import { measureRun, type Usage } from './measured-run.ts';
import { seeded } from './random.ts';
import { printTable } from './table.ts';
import { WORDS } from './words.ts';

const PLAIN = fileURLToPath(new URL('./read-rows.ts', import.meta.url));
const DEFAULT_OBSERVATIONS = '100000';
const PER_SESSION = 50;

/**
 * Measures `chronicle import claude-mem` against reading the same rows with plain SQL. `--observations` says how many there
 * are.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { observations: { type: 'string', default: DEFAULT_OBSERVATIONS } },
    allowPositionals: true,
  });
  const home = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const path = join(home, 'claude-mem.db');
    fill(path, Number(values.observations));
    mkdirSync(join(home, 'config'));
    const env = {
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'config'),
      CLAUDE_MEM_DATA_DIR: home,
      BENCH_DATABASE: path,
    };
    const measure = (...script: string[]) => measureRun(script, env, join(home, 'usage.json'));
    const plain = measure(PLAIN);
    const row = (name: string, { wall, cpu, rss }: Usage) => [
      name,
      wall.toFixed(2),
      cpu.toFixed(2),
      (wall / plain.wall).toFixed(1),
      rss.toFixed(0),
    ];
    const megabytes = (statSync(path).size / 1e6).toFixed(0);
    printTable([
      [`${values.observations} observations, ${megabytes} MB`, 'wall s', 'cpu s', 'to plain', 'RSS MiB'],
      row('plain SQL', plain),
      row('look', measure(MAIN, 'import')),
      row('dry run', measure(MAIN, 'import', 'claude-mem', '--dry-run')),
      row('first run, writes', measure(MAIN, 'import', 'claude-mem')),
      row('second run, nothing new', measure(MAIN, 'import', 'claude-mem')),
      row('undo', measure(MAIN, 'import', 'undo', 'last', '--yes')),
    ]);
  } finally {
    rmSync(home, { recursive: true });
  }
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
