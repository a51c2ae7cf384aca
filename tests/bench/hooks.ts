import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KINDS_OF_NOTES, NOTE_KINDS } from '#src/format/notebook/note-kinds.ts';
import { ROOT } from '#tests/support/root.ts';
import { writeArchive } from './archive-of.ts';
import { type Case, ROUNDS, report } from './hook-cases.ts';
import { timeProcess } from './timed-process.ts';
import { WORK, writeTranscripts } from './transcripts.ts';

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
    writeFileSync(transcript, '');
    for (let i = 0; i < 100; i++) appendFileSync(transcript, 'x'.repeat(1024 * 1024));
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
  const hook = (
    name: string,
    event: string[],
    cwd: string,
    input: (id: string) => string,
    prepare: (id: string) => void = () => {},
  ): Case => ({
    name,
    costs: [],
    run: (round) => {
      const id = `bench-${cwd === small ? 's' : 'l'}-${round}`;
      prepare(id);
      // A new branch each round: only a second session on the same day and branch has to look for a free name.
      writeFileSync(join(cwd, '.git/HEAD'), `ref: refs/heads/tm/${round + 3}-bench\n`);
      return timeProcess([node, join(dist, 'chronicle.cjs'), ...event], input(id), environment(home, cwd, id), cwd);
    },
  });
  const payload = (extra: object) => (id: string) =>
    JSON.stringify({ session_id: id, transcript_path: transcript, ...extra });
  const start = payload({ hook_event_name: 'SessionStart', source: 'startup' });
  const end = payload({ hook_event_name: 'SessionEnd', reason: 'other' });
  const bash = payload({ tool_name: 'Bash', tool_input: { command: "chronicle log ERROR <<'EOF'\ntext\nEOF" } });
  const write = payload({
    tool_name: 'Write',
    tool_input: { file_path: join(small, 'a.ts'), content: 'x'.repeat(5000) },
  });
  const apply = payload({
    tool_name: 'Bash',
    tool_input: { command: 'chronicle memory apply p-12150d' },
    tool_use_id: 'toolu_1',
  });
  const compact = payload({ hook_event_name: 'SessionStart', source: 'compact' });
  const before = payload({ hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' });
  const compact_summary = `<summary>${'What was done and why. '.repeat(400)}</summary>`;
  const after = payload({ hook_event_name: 'PostCompact', trigger: 'auto', compact_summary });
  const notes = (count: number) => (id: string) => writeNotebook(join(home, '.claude'), id, count);
  return [
    {
      name: 'node -e 0',
      costs: [],
      run: () => timeProcess([node, '-e', '0'], '', environment(home, small, 'none'), small),
    },
    hook('session-start', ['session-start'], small, start),
    hook('log', ['log', 'ERROR'], small, () => 'The migration ran twice\nThe lock was taken after the check\n'),
    hook('pre-tool-use', ['pre-tool-use'], small, bash),
    hook('pre-tool-use of a file', ['pre-tool-use'], small, write),
    hook('pre-tool-use that asks', ['pre-tool-use'], small, apply),
    hook('session-start after a compaction, no notes', ['session-start'], small, compact),
    hook('session-start after a compaction, 25 notes', ['session-start'], small, compact, notes(25)),
    hook('session-start after a compaction, 1,000 notes', ['session-start'], small, compact, notes(1000)),
    hook('before-compaction', ['before-compaction'], small, before, notes(25)),
    hook('after-compaction', ['after-compaction'], small, after),
    hook('session-end, 25 notes', ['session-end'], small, end),
    hook('session-start, notes left open', ['session-start'], small, (id) => start(`${id}-next`)),
    hook('session-start, 10,000 chronicles, 100 MB transcript', ['session-start'], large, start),
    hook('log, 10,000 chronicles', ['log', 'ERROR'], large, () => 'The migration ran twice\n'),
    hook('session-end, 10,000 chronicles, 100 MB transcript', ['session-end'], large, end),
  ];
}

/** Gives a session that has started a notebook with notes of each kind. */
function writeNotebook(config: string, id: string, count: number): void {
  const entry = readFileSync(join(config, 'session-chronicle/index/by-id', id), 'utf8').trim();
  const [project = '', , name = ''] = entry.split('/');
  const directory = join(config, 'projects', project, 'chronicle/notebooks');
  mkdirSync(directory, { recursive: true });
  const sections = KINDS_OF_NOTES.map((kind) => {
    const lines = Array.from({ length: Math.ceil(count / KINDS_OF_NOTES.length) }, (_, n) => `- 14:02 ${WORDS} ${n}\n`);
    return `## ${NOTE_KINDS[kind].heading}\n\n${lines.join('')}`;
  });
  writeFileSync(join(directory, name), `---\nsession_id: ${id}\n---\n\n${sections.join('\n')}`);
}

const WORDS = 'httpOnly cookie for the JWT of the API → Safari blocks it in an iframe, whatever SameSite says';

/** Reads the transcript of another session in each round. */
function harvestCase(home: string): Case {
  const [path = ''] = writeTranscripts(home, { sessions: 1, ...WORK, bytes: READ });
  const text = readFileSync(path, 'utf8');
  const folder = dirname(path);
  const index = join(home, 'session-chronicle/index');
  for (const directory of [join(folder, 'chronicle'), join(index, 'harvest'), join(index, 'by-id')])
    mkdirSync(directory, { recursive: true });
  const run = (round: number) => {
    const id = `read-${round + 3}`;
    const transcript = join(folder, `${id}.jsonl`);
    writeFileSync(transcript, text.replaceAll(basename(path, '.jsonl'), id));
    const front = `session_id: ${id}\ndate: 2025-01-01\nbranch: main\ntask:\nstarted: 2025-01-01T00:00:00Z`;
    const place = `chronicle/2025-01-01-main-${round + 3}.md`;
    writeFileSync(join(folder, place), `---\n${front}\n---\n\n## Events\n\n## Summary\n`);
    writeFileSync(join(index, 'by-id', id), `${basename(folder)}/${place}\n`);
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
  const { PATH = '' } = process.env;
  return {
    PATH,
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: sessionId,
    CLAUDE_PID: String(process.pid),
  };
}
