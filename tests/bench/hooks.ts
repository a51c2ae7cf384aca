import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './generate.ts';
import { type Case, environment, plain, report, runRounds } from './hook-cases.ts';
import { timeProcess } from './processes.ts';

const BUNDLE = join(ROOT, 'hooks/dist/chronicle.cjs');

/**
 * Whole processes, interleaved: each hook against `node -e 0` with the same Node, and against itself in an archive of 10,000
 * sessions. They do not start the process that reads transcripts, which would disturb the next row.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-hook-'));
  try {
    const transcript = join(home, 'transcript.jsonl');
    writeFileSync(transcript, Buffer.alloc(100 * 1024 * 1024, 'x'));
    const [small, large] = ['small', 'large'].map((name) => {
      const directory = join(home, name);
      mkdirSync(join(directory, 'project'), { recursive: true });
      spawnSync('git', ['init', '-q', '-b', 'tm/41-bench'], { cwd: join(directory, 'project') });
      return directory;
    }) as [string, string];
    writeArchive(join(large, 'config'), 10_000, join(large, 'project'));
    const cases = [plain(small), ...hookCases(small, '', transcript), ...hookCases(large, ', 10,000', transcript)];
    runRounds(cases);
    report(cases);
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Each hook and command; `note` says in which archive. */
function hookCases(directory: string, note: string, transcript: string): Case[] {
  const cwd = join(directory, 'project');
  const hook = (name: string, words: string[], input: string | object): Case => ({
    name: `${name}${note}`,
    costs: [],
    run: (round) => {
      const id = `bench-${round}`;
      // A new branch each round: only a second session on the same day and branch has to look for a free name.
      writeFileSync(join(cwd, '.git/HEAD'), `ref: refs/heads/tm/${round + 3}-bench\n`);
      const payload = () => JSON.stringify({ session_id: id, transcript_path: transcript, ...(input as object) });
      const given = typeof input === 'string' ? input : payload();
      return timeProcess([process.execPath, BUNDLE, ...words], given, environment(directory, id), cwd);
    },
  });
  const call = (name: string, tool_input: object) => ({ tool_name: name, tool_input, tool_use_id: 'toolu_1' });
  return [
    hook('session-start', ['session-start'], { hook_event_name: 'SessionStart', source: 'startup' }),
    hook('log', ['log', 'ERROR'], 'The migration ran twice\nThe lock was taken after the check\n'),
    hook('pre-tool-use', ['pre-tool-use'], call('Bash', { command: "chronicle log ERROR <<'EOF'\ntext\nEOF" })),
    hook('pre-tool-use of a file', ['pre-tool-use'], call('Write', { file_path: join(cwd, 'a.ts') })),
    hook('pre-tool-use that asks', ['pre-tool-use'], call('Bash', { command: 'chronicle memory apply p-1215' })),
    hook('before-compaction', ['before-compaction'], { hook_event_name: 'PreCompact', trigger: 'auto' }),
    hook('session-end', ['session-end'], { hook_event_name: 'SessionEnd', reason: 'other' }),
  ];
}
