/** A home with a claude-mem export and an exported archive to import, and the command line as a process over it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseChronicle } from '#src/format/parse.ts';
import { parseFacts } from '#src/transcript/facts.ts';
import { runIn } from '#tests/commands/run-command.ts';
import { MAIN } from '#tests/support/root.ts';
import { type Ended, spawnCommand } from './spawn-command.ts';

const DAY = Date.parse('2026-10-05T09:00:00Z');

export type Imported = 'claude-mem' | 'archive';

/** Writes what can be imported, with so many sessions, and returns its path. */
export function sourceIn(directory: string, kind: Imported, sessions: number): string {
  const numbers = Array.from({ length: sessions }, (_, n) => n);
  const path = join(directory, kind === 'archive' ? 'in.jsonl' : 'export.json');
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, kind === 'archive' ? archive(numbers) : JSON.stringify(claudeMem(numbers)));
  return path;
}

function claudeMem(numbers: readonly number[]) {
  const own = (n: number) => ({ memory_session_id: `m-${n}`, project: 'larder', created_at_epoch: DAY + n * 60_000 });
  return {
    sessions: numbers.map((n) => ({ ...own(n), content_session_id: `session-${n}` })),
    observations: numbers.map((n) => ({ ...own(n), title: `Finding ${n}`, narrative: 'It is so. '.repeat(40) })),
    summaries: numbers.map((n) => ({ ...own(n), request: `Task ${n}`, next_steps: 'Go on' })),
    prompts: numbers.map((n) => ({ ...own(n), content_session_id: `session-${n}`, prompt_text: `Do ${n}` })),
  };
}

function archive(numbers: readonly number[]): string {
  const record = (kind: string, path: string, text: string) =>
    JSON.stringify({ kind, path: `-home-robin-larder/chronicle/${path}`, text });
  const records = numbers.flatMap((n) => [
    record(
      'chronicle',
      `2026-10-05-step-${n}.md`,
      `---\nsession_id: session-${n}\ndate: 2026-10-05\nbranch: step-${n}\ntask: ""\nstarted: 2026-10-05T09:00:00Z\n---\n\n## Events\n\n- 09:00 [DECISION] Take step ${n}\n`,
    ),
    record(
      'notebook',
      `notebooks/2026-10-05-step-${n}.md`,
      `---\nsession_id: session-${n}\n---\n\n## Focus\n\n- 09:00 Step ${n}\n`,
    ),
  ]);
  const history = record('ledger', 'memory-ledger.jsonl', '{"id":"l-1"}\n');
  const lines = ['{"format":"session-chronicle","version":1}', ...records, history];
  return `${[...lines, `{"end":true,"records":${records.length + 1}}`].join('\n')}\n`;
}

/** Runs `chronicle import …` as a process that is killed, or that counts what it changes. */
export function runImporting(config: string, args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return spawnCommand(['import', ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: join(config, 'home'), CLAUDE_CONFIG_DIR: config, TZ: 'UTC', ...env },
    cwd: dirname(config),
    program: MAIN,
  });
}

/** The files of the archive, by their paths. */
export function filesIn(config: string): Record<string, string> {
  const projects = join(config, 'projects');
  if (!existsSync(projects)) return {};
  const files = readdirSync(projects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|json|jsonl)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Object.fromEntries(files.map((path) => [relative(projects, path), readFileSync(path, 'utf8')]));
}

/** What is wrong with the files, which is nothing for whole ones. */
export function faultsIn(config: string): string[] {
  return Object.entries(filesIn(config)).flatMap(([path, text]) => {
    if (path.endsWith('.json')) return parseFacts(text).fault === null ? [] : [path];
    if (path.includes('/notebooks/')) return text.startsWith('---\nsession_id: ') && text.endsWith('\n') ? [] : [path];
    return path.endsWith('.md') && parseChronicle(text).problems.length > 0 ? [path] : [];
  });
}

/** Undoes every import that was not undone, the last first. */
export async function undoAll(config: string): Promise<void> {
  const { stdout } = await runIn(config, 'import', 'list', '--json');
  const runs: { id: string; state: string }[] = JSON.parse(stdout);
  for (const { id, state } of runs.toReversed())
    if (state !== 'undone') await runIn(config, 'import', 'undo', id, '--yes');
}
