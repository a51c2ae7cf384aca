import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './generate.ts';
import { type Case, ROUNDS, report } from './hook-cases.ts';
import { timeProcess } from './processes.ts';
import { transcriptOf } from './transcript.ts';

const DIST = join(ROOT, 'hooks/dist');
/** The transcript that is read after a session (bytes). */
const READ = 5e6;
/** How long the process that a hook starts takes, if its program is empty (ms). */
const CHILD_ENDS = 150;

/**
 * Whole processes, interleaved: each hook against `node -e 0` with the same Node, and against itself in a large archive; and
 * the process that reads the transcript after a session. Hooks start an empty program in its place, so that it does not
 * disturb the next row.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-hook-'));
  try {
    const small = place(home, 'small');
    const large = place(home, 'large');
    writeArchive(join(home, '.claude'), 10_000, large);
    const transcript = join(home, 'transcript.jsonl');
    writeFileSync(transcript, Buffer.alloc(100 * 1024 * 1024, 'x'));
    const dist = join(home, 'dist');
    cpSync(DIST, dist, { recursive: true });
    writeFileSync(join(dist, 'harvest.mjs'), '');
    const cases = [...casesFor(home, { small, large, transcript, dist }), harvestCase(join(home, 'reader'))];
    for (let round = -2; round < ROUNDS; round++) {
      for (const one of cases) {
        const cost = one.run(round);
        if (one.name.includes('session-end')) await sleep(CHILD_ENDS);
        if (round >= 0) one.costs.push(cost);
      }
    }
    report(cases);
  } finally {
    // Processes that read transcripts may still be at work.
    rmSync(home, { recursive: true, maxRetries: 10, retryDelay: 200 });
  }
}

interface Places {
  small: string;
  large: string;
  transcript: string;
  /** The bundles. */
  dist: string;
}

function casesFor(home: string, { small, large, transcript, dist }: Places): Case[] {
  const node = process.execPath;
  const hook = (name: string, words: string[], cwd: string, input: string | object): Case => ({
    name,
    costs: [],
    run: (round) => {
      const id = `bench-${cwd === small ? 's' : 'l'}-${round}`;
      // A new branch each round: only a second session on the same day and branch has to look for a free name.
      writeFileSync(join(cwd, '.git/HEAD'), `ref: refs/heads/tm/${round + 3}-bench\n`);
      const payload = () => JSON.stringify({ session_id: id, transcript_path: transcript, ...(input as object) });
      const given = typeof input === 'string' ? input : payload();
      return timeProcess([node, join(dist, 'chronicle.cjs'), ...words], given, environment(home, cwd, id), cwd);
    },
  });
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  const end = { hook_event_name: 'SessionEnd', reason: 'other' };
  const compact_summary = `<summary>${'What was done and why. '.repeat(400)}</summary>`;
  const call = (name: string, tool_input: object) => ({ tool_name: name, tool_input, tool_use_id: 'toolu_1' });
  const text = 'The migration ran twice\nThe lock was taken after the check\n';
  const none = environment(home, small, 'none');
  return [
    { name: 'node -e 0', costs: [], run: () => timeProcess([node, '-e', '0'], '', none, small) },
    hook('session-start', ['session-start'], small, start),
    hook('log', ['log', 'ERROR'], small, text),
    hook('pre-tool-use', ['pre-tool-use'], small, call('Bash', { command: "chronicle log ERROR <<'EOF'\ntext\nEOF" })),
    hook('pre-tool-use of a file', ['pre-tool-use'], small, call('Write', { file_path: join(small, 'a.ts') })),
    hook('pre-tool-use that asks', ['pre-tool-use'], small, call('Bash', { command: 'chronicle memory apply p-1215' })),
    hook('before-compaction', ['before-compaction'], small, { hook_event_name: 'PreCompact', trigger: 'auto' }),
    hook('after-compaction', ['after-compaction'], small, { hook_event_name: 'PostCompact', compact_summary }),
    hook('session-end', ['session-end'], small, end),
    hook('session-start, 10,000 chronicles, 100 MB transcript', ['session-start'], large, start),
    hook('log, 10,000 chronicles', ['log', 'ERROR'], large, text),
    hook('session-end, 10,000 chronicles, 100 MB transcript', ['session-end'], large, end),
  ];
}

/** Reads the transcript of another session in each round. */
function harvestCase(home: string): Case {
  const folder = join(home, 'projects/-home-robin-code-reader');
  const index = join(home, 'session-chronicle/index');
  for (const directory of [join(folder, 'chronicle'), join(index, 'harvest'), join(index, 'by-id')])
    mkdirSync(directory, { recursive: true });
  const run = (round: number) => {
    const id = `read-${round + 3}`;
    const transcript = join(folder, `${id}.jsonl`);
    writeFileSync(transcript, transcriptOf(id, '/home/robin/code/reader', READ));
    const front = `session_id: ${id}\ndate: 2025-01-01\nbranch: main\ntask:\nstarted: 2025-01-01T00:00:00Z`;
    const file = `chronicle/2025-01-01-main-${round + 3}.md`;
    writeFileSync(join(folder, file), `---\n${front}\n---\n\n## Events\n\n## Summary\n`);
    writeFileSync(join(index, 'by-id', id), `-home-robin-code-reader/${file}\n`);
    const entry = { transcript, source: 'startup', since: null, queued: '2025-01-01T00:00:00Z', attempts: 0 };
    writeFileSync(join(index, 'harvest', id), JSON.stringify(entry));
    const env = { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: home };
    const cost = timeProcess([process.execPath, join(DIST, 'harvest.mjs')], '', env, home);
    if (existsSync(join(index, 'harvest', id))) throw new Error(`The transcript of ${id} was not read.`);
    rmSync(transcript);
    return cost;
  };
  return { name: `reading a transcript of ${READ / 1e6} MB afterwards`, costs: [], run };
}

function place(home: string, name: string): string {
  const directory = join(home, name);
  mkdirSync(directory);
  spawnSync('git', ['init', '-q', '-b', 'tm/41-bench'], { cwd: directory });
  return directory;
}

function environment(home: string, project: string, sessionId: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDE_PID: String(process.pid),
  };
}
